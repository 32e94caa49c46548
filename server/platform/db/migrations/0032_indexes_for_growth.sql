CREATE INDEX "pending_bids_by_name_idx" ON "pending_bids" USING btree (lower("name" collate natural_order),"id");--> statement-breakpoint
CREATE INDEX "pending_bids_by_customer_idx" ON "pending_bids" USING btree (("customer_name" is null),lower(coalesce("customer_name", '') collate natural_order),"id");--> statement-breakpoint
CREATE INDEX "pending_bids_by_status_idx" ON "pending_bids" USING btree (array_position('{pending,follow_up,approved,rejected}'::text[], "status"::text),"id");--> statement-breakpoint
CREATE INDEX "pending_bids_by_priority_idx" ON "pending_bids" USING btree (array_position('{low,medium,high}'::text[], "priority"::text),"id");--> statement-breakpoint
CREATE INDEX "pending_bids_by_follow_up_idx" ON "pending_bids" USING btree ((case when "status" = 'follow_up' then "follow_up_date" else 'infinity' end),"id");--> statement-breakpoint
CREATE INDEX "pending_bids_by_amount_idx" ON "pending_bids" USING btree (("estimated_amount" is null),coalesce("estimated_amount", 0),"id");--> statement-breakpoint
CREATE INDEX "jobs_open_end_idx" ON "jobs" USING btree ("end_date","id") WHERE "jobs"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "rental_expenses_receipt_idx" ON "rental_expenses" USING btree ("id") WHERE "rental_expenses"."receipt_key" is not null;--> statement-breakpoint
CREATE INDEX "rental_expenses_vendor_words_idx" ON "rental_expenses" USING gin (search_text("vendor") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rental_expenses_description_words_idx" ON "rental_expenses" USING gin (search_text("description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rental_expenses_type_words_idx" ON "rental_expenses" USING gin (search_text("expense_type") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rental_income_description_words_idx" ON "rental_income" USING gin (search_text("description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rental_income_type_words_idx" ON "rental_income" USING gin (search_text("income_type") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rental_income_method_words_idx" ON "rental_income" USING gin (search_text("payment_method") gin_trgm_ops);