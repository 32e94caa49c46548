ALTER TABLE "proposals" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposals_customer_idx" ON "proposals" USING btree ("customer_id");--> statement-breakpoint
UPDATE "proposals" p SET "customer_id" = coalesce(b."customer_id", c."customer_id", j."customer_id")
	FROM "proposals" of LEFT JOIN "pending_bids" b ON b."id" = of."bid_id"
	LEFT JOIN "change_orders" c ON c."id" = of."change_order_id"
	LEFT JOIN "jobs" j ON j."id" = coalesce(c."job_id", b."job_id")
	WHERE of."id" = p."id";
