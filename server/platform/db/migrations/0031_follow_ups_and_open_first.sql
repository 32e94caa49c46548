CREATE TABLE "bid_follow_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bid_id" uuid NOT NULL,
	"day" date NOT NULL,
	"way" varchar(20) NOT NULL,
	"note" varchar(20000),
	"person_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bid_follow_ups_way_check" CHECK ("bid_follow_ups"."way" in ('call', 'text', 'email', 'visit'))
);
--> statement-breakpoint
ALTER TABLE "bid_follow_ups" ADD CONSTRAINT "bid_follow_ups_bid_id_pending_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."pending_bids"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_follow_ups" ADD CONSTRAINT "bid_follow_ups_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bid_follow_ups_bid_idx" ON "bid_follow_ups" USING btree ("bid_id","day","created_at");--> statement-breakpoint
CREATE INDEX "bid_follow_ups_person_idx" ON "bid_follow_ups" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "pending_bids_open_first_idx" ON "pending_bids" USING btree (("status" in ('pending', 'follow_up')),"created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_open_first_idx" ON "jobs" USING btree (("status" <> 'completed'),"created_at","id");