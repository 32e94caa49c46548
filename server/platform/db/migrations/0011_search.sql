CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Whoever created the extension may have put it into a schema that is not searched; the indexes below name what is in it.
SELECT set_config('search_path', current_setting('search_path') || ', ' || quote_ident(n.nspname), true)
FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';--> statement-breakpoint
CREATE INDEX "pending_bids_name_words_idx" ON "pending_bids" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pending_bids_address_words_idx" ON "pending_bids" USING gin (lower("address") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pending_bids_customer_words_idx" ON "pending_bids" USING gin (lower("customer_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_name_words_idx" ON "jobs" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_address_words_idx" ON "jobs" USING gin (lower("address") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_name_words_idx" ON "users" USING gin (lower(("first_name" || ' ' || "last_name")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_email_words_idx" ON "users" USING gin (lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_specialty_words_idx" ON "users" USING gin (lower("specialty") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "photos_caption_words_idx" ON "photos" USING gin (lower("caption") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "schedule_entries_title_words_idx" ON "schedule_entries" USING gin (lower("title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "schedule_entries_description_words_idx" ON "schedule_entries" USING gin (lower("description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tasks_name_words_idx" ON "tasks" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tasks_description_words_idx" ON "tasks" USING gin (lower("description") gin_trgm_ops);--> statement-breakpoint
-- What is known about the values of these indexes decides when they are read; it is not collected with them.
ANALYZE "pending_bids", "jobs", "users", "photos", "schedule_entries", "tasks";
