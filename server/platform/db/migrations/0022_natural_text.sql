-- The order of names: by their letters, and numbers in them by their value. Takes no right but to create in the schema.
CREATE COLLATION "natural_order" (provider = icu, locale = 'und-u-kn-true');--> statement-breakpoint
-- The text by which something is found: in lower case and without accents, with every apostrophe, hyphen and blank alike, as
-- contract/searchText.ts does. Ł and its like are replaced too, since lower() leaves them where the locale of the database is C. It
-- calls nothing but what is built in, so that it can be inlined, and indexed with any search_path.
CREATE FUNCTION "search_text"("value" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE WHEN octet_length($1) = char_length($1) THEN lower($1) ELSE
  translate(replace(replace(replace(replace(
    lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'łøđðħŧŁØĐÐĦŦıς’‘ʼ′‐‑‒–—−' || U&'\00a0\2009\202f', 'loddhtloddhtiσ''''''''------   ')
END
$$;--> statement-breakpoint
-- The extension may be in a schema that is not searched; the indexes below name what is in it.
SELECT set_config('search_path', current_setting('search_path') || ', ' || quote_ident(n.nspname), true)
FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';--> statement-breakpoint
DROP INDEX "pending_bids_name_words_idx";--> statement-breakpoint
DROP INDEX "pending_bids_address_words_idx";--> statement-breakpoint
DROP INDEX "pending_bids_customer_words_idx";--> statement-breakpoint
DROP INDEX "jobs_by_name_idx";--> statement-breakpoint
DROP INDEX "jobs_name_words_idx";--> statement-breakpoint
DROP INDEX "jobs_address_words_idx";--> statement-breakpoint
DROP INDEX "jobs_customer_words_idx";--> statement-breakpoint
DROP INDEX "users_name_idx";--> statement-breakpoint
DROP INDEX "users_name_words_idx";--> statement-breakpoint
DROP INDEX "users_email_words_idx";--> statement-breakpoint
DROP INDEX "users_specialty_words_idx";--> statement-breakpoint
DROP INDEX "photos_caption_words_idx";--> statement-breakpoint
DROP INDEX "rental_properties_address_idx";--> statement-breakpoint
DROP INDEX "schedule_entries_title_words_idx";--> statement-breakpoint
DROP INDEX "schedule_entries_description_words_idx";--> statement-breakpoint
DROP INDEX "tasks_name_words_idx";--> statement-breakpoint
DROP INDEX "tasks_description_words_idx";--> statement-breakpoint
DROP INDEX "schedule_templates_name_idx";--> statement-breakpoint
-- Every text in its composed form, in which it is stored from now on. Where that would break a unique key, or no longer fit, it stays
-- as it is. The audit log is never changed.
DO $$
DECLARE
  place record;
  found record;
  stale text;
  n bigint;
  changed bigint := 0;
  kept bigint := 0;
  places text := '';
BEGIN
  FOR place IN
    SELECT format('%I', c.table_name) AS tab, format('%I', c.column_name) AS col
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      AND c.data_type IN ('text', 'character varying') AND c.table_name NOT IN ('migrations', 'audit_entries')
    ORDER BY 1, 2
  LOOP
    stale := format('octet_length(%1$s) <> char_length(%1$s) AND %1$s IS NOT NFC NORMALIZED', place.col);
    BEGIN
      EXECUTE format('UPDATE %1$s SET %2$s = normalize(%2$s) WHERE %3$s', place.tab, place.col, stale);
      GET DIAGNOSTICS n = ROW_COUNT;
    EXCEPTION WHEN unique_violation OR string_data_right_truncation THEN
      n := 0;
      FOR found IN EXECUTE format('SELECT ctid FROM %s WHERE %s', place.tab, stale) LOOP
        BEGIN
          EXECUTE format('UPDATE %1$s SET %2$s = normalize(%2$s) WHERE ctid = $1', place.tab, place.col) USING found.ctid;
          n := n + 1;
        EXCEPTION WHEN unique_violation OR string_data_right_truncation THEN
          kept := kept + 1;
        END;
      END LOOP;
    END;
    changed := changed + n;
    IF n > 0 THEN places := places || format(', %s.%s: %s', place.tab, place.col, n); END IF;
  END LOOP;
  IF changed + kept > 0 THEN
    RAISE NOTICE 'Composed the letters and accents of % stored texts%; % stay as they were', changed,
      CASE WHEN places = '' THEN '' ELSE ' (' || substr(places, 3) || ')' END, kept;
  END IF;
END $$;--> statement-breakpoint
CREATE INDEX "pending_bids_name_words_idx" ON "pending_bids" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pending_bids_address_words_idx" ON "pending_bids" USING gin (search_text("address") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pending_bids_customer_words_idx" ON "pending_bids" USING gin (search_text("customer_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_by_name_idx" ON "jobs" USING btree (lower("name" collate natural_order),"id");--> statement-breakpoint
CREATE INDEX "jobs_name_words_idx" ON "jobs" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_address_words_idx" ON "jobs" USING gin (search_text("address") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_customer_words_idx" ON "jobs" USING gin (search_text("customer_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (lower("last_name" collate natural_order),lower("first_name" collate natural_order),"id");--> statement-breakpoint
CREATE INDEX "users_name_words_idx" ON "users" USING gin (search_text(("first_name" || ' ' || "last_name")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_email_words_idx" ON "users" USING gin (search_text("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_specialty_words_idx" ON "users" USING gin (search_text("specialty") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "photos_caption_words_idx" ON "photos" USING gin (search_text("caption") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rental_properties_address_idx" ON "rental_properties" USING btree (lower("address" collate natural_order),"id");--> statement-breakpoint
CREATE INDEX "schedule_entries_title_words_idx" ON "schedule_entries" USING gin (search_text("title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "schedule_entries_description_words_idx" ON "schedule_entries" USING gin (search_text("description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tasks_name_words_idx" ON "tasks" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tasks_description_words_idx" ON "tasks" USING gin (search_text("description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "schedule_templates_name_idx" ON "schedule_templates" USING btree (lower("name" collate natural_order),"id");--> statement-breakpoint
-- The statistics of these expressions decide when their indexes are read; they are not collected with them.
ANALYZE "pending_bids", "jobs", "users", "photos", "rental_properties", "schedule_entries", "tasks", "schedule_templates";
