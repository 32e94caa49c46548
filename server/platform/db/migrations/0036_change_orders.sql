CREATE TABLE "change_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"customer_id" uuid,
	"number" integer NOT NULL,
	"status" varchar(20) DEFAULT 'draft' NOT NULL,
	"title" varchar(300) NOT NULL,
	"reason" varchar(20000),
	"lines" jsonb NOT NULL,
	"tax_rate" numeric(7, 4) DEFAULT '0' NOT NULL,
	"days_added" integer DEFAULT 0 NOT NULL,
	"moves_end" boolean DEFAULT true NOT NULL,
	"total" bigint NOT NULL,
	"sent" jsonb,
	"decided_at" timestamp (3) with time zone,
	"accepted_by_id" uuid,
	"accept_note" varchar(20000),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "change_orders_number_once" UNIQUE("job_id","number"),
	CONSTRAINT "change_orders_status_check" CHECK ("change_orders"."status" in ('draft', 'sent', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "change_orders_days_check" CHECK ("change_orders"."days_added" >= 0),
	CONSTRAINT "change_orders_decided_check" CHECK (("change_orders"."decided_at" is not null) = ("change_orders"."status" in ('approved', 'declined')))
);
--> statement-breakpoint
ALTER TABLE "proposals" ALTER COLUMN "bid_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "change_order_id" uuid;--> statement-breakpoint
ALTER TABLE "change_orders" ADD CONSTRAINT "change_orders_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_orders" ADD CONSTRAINT "change_orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_orders" ADD CONSTRAINT "change_orders_accepted_by_id_users_id_fk" FOREIGN KEY ("accepted_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_orders_customer_idx" ON "change_orders" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "change_orders_acceptor_idx" ON "change_orders" USING btree ("accepted_by_id");--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_change_order_id_change_orders_id_fk" FOREIGN KEY ("change_order_id") REFERENCES "public"."change_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_one_open_change" ON "proposals" USING btree ("change_order_id") WHERE "proposals"."status" = 'sent';--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_change_version_once" UNIQUE("change_order_id","version");--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_subject_check" CHECK (num_nonnulls("proposals"."bid_id", "proposals"."change_order_id") = 1);