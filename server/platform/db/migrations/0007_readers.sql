ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "holdings_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "private_notes" varchar(20000);--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "audience" varchar(10) DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "removed_by_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_phone" varchar(50);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "company" varchar(300);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address" varchar(300);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "office_notes" varchar(20000);--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "client_visible" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "sub_photos_shared" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "checklist_dismissed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_removed_by_id_users_id_fk" FOREIGN KEY ("removed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_removed_by_idx" ON "messages" USING btree ("removed_by_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_audience_check" CHECK ("messages"."audience" in ('all', 'crew', 'client'));--> statement-breakpoint
-- A company that is at work needs no first steps.
UPDATE "settings" SET "checklist_dismissed" = true WHERE EXISTS (SELECT 1 FROM "jobs");
