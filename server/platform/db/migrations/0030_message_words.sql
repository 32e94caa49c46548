-- The extension may be in a schema that is not searched; the index below names what is in it.
SELECT set_config('search_path', current_setting('search_path') || ', ' || quote_ident(n.nspname), true)
FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';--> statement-breakpoint
CREATE INDEX "messages_words_idx" ON "messages" USING gin (search_text("content") gin_trgm_ops);