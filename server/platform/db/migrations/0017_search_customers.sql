CREATE INDEX "pending_bids_phone_idx" ON "pending_bids" USING gin (regexp_replace("customer_phone", '[^0-9]', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_customer_words_idx" ON "jobs" USING gin (lower("customer_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_customer_phone_idx" ON "jobs" USING gin (regexp_replace("customer_phone", '[^0-9]', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_phone_idx" ON "users" USING gin (regexp_replace("phone", '[^0-9]', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_second_phone_idx" ON "users" USING gin (regexp_replace("second_phone", '[^0-9]', '', 'g') gin_trgm_ops);