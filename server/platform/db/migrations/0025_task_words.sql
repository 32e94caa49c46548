DROP INDEX "tasks_name_words_idx";--> statement-breakpoint
DROP INDEX "tasks_description_words_idx";--> statement-breakpoint
-- Both in one statement, since each writes the table anew.
ALTER TABLE "tasks" ADD COLUMN "name_words" text GENERATED ALWAYS AS (search_text("name")) STORED,
  ADD COLUMN "description_words" text GENERATED ALWAYS AS (search_text("description")) STORED;--> statement-breakpoint
-- The extension may be in a schema that is not searched.
SELECT set_config('search_path', current_setting('search_path') || ', ' || quote_ident(n.nspname), true)
FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';--> statement-breakpoint
CREATE INDEX "tasks_name_words_idx" ON "tasks" USING gin ("name_words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tasks_description_words_idx" ON "tasks" USING gin ("description_words" gin_trgm_ops);--> statement-breakpoint
ANALYZE "tasks";
