ALTER TABLE "pending_bids" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "pending_bids" ADD CONSTRAINT "pending_bids_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_bids_client_idx" ON "pending_bids" USING btree ("client_id");