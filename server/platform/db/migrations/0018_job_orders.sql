CREATE INDEX "jobs_by_name_idx" ON "jobs" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "jobs_by_status_idx" ON "jobs" USING btree (array_position('{not_started,in_progress,on_hold,completed}'::text[], "status"::text),"id");--> statement-breakpoint
CREATE INDEX "jobs_by_progress_idx" ON "jobs" USING btree ("progress","id");--> statement-breakpoint
CREATE INDEX "jobs_by_start_idx" ON "jobs" USING btree (coalesce("start_date", 'infinity'),"id");--> statement-breakpoint
CREATE INDEX "jobs_by_end_idx" ON "jobs" USING btree (coalesce("end_date", 'infinity'),"id");--> statement-breakpoint
CREATE INDEX "jobs_by_amount_idx" ON "jobs" USING btree (coalesce("approved_amount", 0),"id");