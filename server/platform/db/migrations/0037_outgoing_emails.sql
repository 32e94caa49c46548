ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_about_check";--> statement-breakpoint
ALTER TABLE "proposal_events" DROP CONSTRAINT "proposal_events_kind_check";--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_contacts" ADD COLUMN "email_refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "proposal_id" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "letter" varchar(10);--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "address" varchar(254);--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_proposal_idx" ON "deliveries" USING btree ("proposal_id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_letter_check" CHECK ("deliveries"."letter" in ('offer', 'signed'));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_recipient_check" CHECK (case when "deliveries"."proposal_id" is null
        then "deliveries"."person_id" is not null and num_nonnulls("deliveries"."letter", "deliveries"."address") = 0
        else "deliveries"."person_id" is null and num_nonnulls("deliveries"."letter", "deliveries"."address") = 2
          and "deliveries"."channel" = 'email' end);--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_about_check" CHECK (num_nonnulls("deliveries"."notification_id", "deliveries"."digest_day", "deliveries"."proposal_id") = 1);--> statement-breakpoint
ALTER TABLE "proposal_events" ADD CONSTRAINT "proposal_events_kind_check" CHECK ("proposal_events"."kind" in ('sent', 'emailed', 'notDelivered', 'renewed', 'viewed', 'question', 'approved', 'declined', 'withdrawn', 'replaced'));