DROP INDEX "photos_created_idx";--> statement-breakpoint
DROP INDEX "photos_job_idx";--> statement-breakpoint
CREATE INDEX "photos_taken_idx" ON "photos" USING btree (least("taken_at", "created_at"),"id");--> statement-breakpoint
CREATE INDEX "photos_job_taken_idx" ON "photos" USING btree ("job_id",least("taken_at", "created_at"),"id");