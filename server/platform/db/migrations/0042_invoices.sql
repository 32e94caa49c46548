CREATE TABLE "invoice_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"actor_id" uuid,
	"note" varchar(20000),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_events_kind_check" CHECK ("invoice_events"."kind" in ('created', 'issued', 'dueDay', 'note', 'voided', 'sent', 'emailed', 'notDelivered', 'renewed', 'viewed', 'question'))
);
--> statement-breakpoint
CREATE TABLE "invoice_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"bid_id" uuid,
	"step" integer,
	"change_order_id" uuid,
	CONSTRAINT "invoice_sources_step_once" UNIQUE("bid_id","step"),
	CONSTRAINT "invoice_sources_change_once" UNIQUE("change_order_id"),
	CONSTRAINT "invoice_sources_kind_check" CHECK (num_nonnulls("invoice_sources"."bid_id", "invoice_sources"."change_order_id") = 1
        and ("invoice_sources"."step" is null) = ("invoice_sources"."bid_id" is null))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"job_id" uuid,
	"status" varchar(20) DEFAULT 'draft' NOT NULL,
	"number" varchar(50),
	"title" varchar(300) NOT NULL,
	"draft" jsonb NOT NULL,
	"content" text,
	"total" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"taxable" bigint NOT NULL,
	"issued_on" date,
	"due_on" date,
	"note" varchar(20000),
	"sent_to" varchar(254),
	"link_made_at" timestamp (3) with time zone,
	"link_hash" varchar(64),
	"viewed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_number_once" UNIQUE("number"),
	CONSTRAINT "invoices_link_once" UNIQUE("link_hash"),
	CONSTRAINT "invoices_status_check" CHECK ("invoices"."status" in ('draft', 'issued', 'void')),
	CONSTRAINT "invoices_issued_check" CHECK (num_nulls("invoices"."number", "invoices"."content", "invoices"."issued_on", "invoices"."due_on")
        = case when "invoices"."status" = 'draft' then 4 else 0 end),
	CONSTRAINT "invoices_total_check" CHECK ("invoices"."total" >= 0)
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_letter_check";--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_about_check";--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_recipient_check";--> statement-breakpoint
ALTER TABLE "notification_channels" DROP CONSTRAINT "notification_channels_kind_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_screen_check";--> statement-breakpoint
ALTER TABLE "customer_merges" ADD COLUMN "invoice_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "invoice_id" uuid;--> statement-breakpoint
ALTER TABLE "invoice_events" ADD CONSTRAINT "invoice_events_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_events" ADD CONSTRAINT "invoice_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_sources" ADD CONSTRAINT "invoice_sources_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_sources" ADD CONSTRAINT "invoice_sources_bid_id_pending_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."pending_bids"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_sources" ADD CONSTRAINT "invoice_sources_change_order_id_change_orders_id_fk" FOREIGN KEY ("change_order_id") REFERENCES "public"."change_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_events_invoice_idx" ON "invoice_events" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE INDEX "invoice_events_actor_idx" ON "invoice_events" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "invoice_sources_invoice_idx" ON "invoice_sources" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_issued_idx" ON "invoices" USING btree (coalesce("issued_on", 'infinity'::date),"id");--> statement-breakpoint
CREATE INDEX "invoices_due_idx" ON "invoices" USING btree (coalesce("due_on", 'infinity'::date),"id");--> statement-breakpoint
CREATE INDEX "invoices_total_idx" ON "invoices" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX "invoices_open_idx" ON "invoices" USING btree ("due_on","id") WHERE "invoices"."status" = 'issued';--> statement-breakpoint
CREATE INDEX "invoices_customer_idx" ON "invoices" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "invoices_job_idx" ON "invoices" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "invoices_number_words_idx" ON "invoices" USING gin (search_text("number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invoices_title_words_idx" ON "invoices" USING gin (search_text("title") gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_invoice_idx" ON "deliveries" USING btree ("invoice_id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_letter_check" CHECK ("deliveries"."letter" in ('offer', 'signed', 'invoice'));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_about_check" CHECK (num_nonnulls("deliveries"."notification_id", "deliveries"."digest_day", "deliveries"."proposal_id", "deliveries"."invoice_id") = 1);--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_recipient_check" CHECK (case when num_nonnulls("deliveries"."proposal_id", "deliveries"."invoice_id") = 0
        then "deliveries"."person_id" is not null and num_nonnulls("deliveries"."letter", "deliveries"."address") = 0
        else "deliveries"."person_id" is null and num_nonnulls("deliveries"."letter", "deliveries"."address") = 2
          and "deliveries"."channel" = 'email' end);--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_kind_check" CHECK ("notification_channels"."kind" in ('message', 'task', 'schedule', 'photo', 'bid', 'invoice', 'invite', 'overdue', 'update'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" in ('message', 'task', 'schedule', 'photo', 'bid', 'invoice', 'invite', 'overdue', 'update'));--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_screen_check" CHECK ("saved_views"."screen" in ('jobs', 'bids', 'tasks', 'people', 'customers', 'invoices'));--> statement-breakpoint
CREATE FUNCTION issued_invoices_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an invoice that was issued is not deleted';
END $$;
--> statement-breakpoint
CREATE TRIGGER issued_invoices_stay BEFORE DELETE ON "invoices" FOR EACH ROW WHEN (OLD.status <> 'draft') EXECUTE FUNCTION issued_invoices_stay();
