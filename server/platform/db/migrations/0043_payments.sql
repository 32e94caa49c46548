CREATE TABLE "payment_allocations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid,
	"credit_memo_id" uuid,
	"invoice_id" uuid,
	"refund_id" uuid,
	"amount" bigint NOT NULL,
	"day" date NOT NULL,
	"recorded_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_allocations_from_check" CHECK (num_nonnulls("payment_allocations"."payment_id", "payment_allocations"."credit_memo_id") = 1),
	CONSTRAINT "payment_allocations_to_check" CHECK (num_nonnulls("payment_allocations"."invoice_id", "payment_allocations"."refund_id") = 1),
	CONSTRAINT "payment_allocations_amount_check" CHECK ("payment_allocations"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"day" date NOT NULL,
	"amount" bigint NOT NULL,
	"method" varchar(20),
	"reference" varchar(300),
	"note" varchar(20000),
	"reverses_id" uuid,
	"recorded_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_reversed_once" UNIQUE("reverses_id"),
	CONSTRAINT "payments_kind_check" CHECK ("payments"."kind" in ('payment', 'refund', 'writeOff')),
	CONSTRAINT "payments_method_check" CHECK (("payments"."method" is null) = ("payments"."kind" = 'writeOff')),
	CONSTRAINT "payments_methods_check" CHECK ("payments"."method" in ('check', 'cash', 'card', 'transfer', 'other')),
	CONSTRAINT "payments_amount_check" CHECK (case when "payments"."reverses_id" is null then "payments"."amount" > 0 else "payments"."amount" < 0 end)
);
--> statement-breakpoint
CREATE TABLE "number_formats" (
	"kind" varchar(50) PRIMARY KEY NOT NULL,
	"prefix" varchar(50) NOT NULL,
	"digits" integer NOT NULL,
	"first" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_letter_check";--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_about_check";--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_recipient_check";--> statement-breakpoint
ALTER TABLE "invoice_events" DROP CONSTRAINT "invoice_events_kind_check";--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_total_check";--> statement-breakpoint
ALTER TABLE "customer_merges" ADD COLUMN "payment_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "payment_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "kind" varchar(20) DEFAULT 'invoice' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "voided_on" date;--> statement-breakpoint
UPDATE "invoices" i SET "voided_on" = coalesce(
	(SELECT max((e."created_at" AT TIME ZONE coalesce((SELECT "time_zone" FROM "settings" LIMIT 1), 'UTC'))::date)
		FROM "invoice_events" e WHERE e."invoice_id" = i."id" AND e."kind" = 'voided'), i."issued_on")
	WHERE i."status" = 'void';--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_credit_memo_id_invoices_id_fk" FOREIGN KEY ("credit_memo_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_refund_id_payments_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_recorded_by_id_users_id_fk" FOREIGN KEY ("recorded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reverses_id_payments_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_recorded_by_id_users_id_fk" FOREIGN KEY ("recorded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_allocations_payment_idx" ON "payment_allocations" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_allocations_memo_idx" ON "payment_allocations" USING btree ("credit_memo_id");--> statement-breakpoint
CREATE INDEX "payment_allocations_invoice_idx" ON "payment_allocations" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "payment_allocations_refund_idx" ON "payment_allocations" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "payment_allocations_recorder_idx" ON "payment_allocations" USING btree ("recorded_by_id");--> statement-breakpoint
CREATE INDEX "payments_customer_idx" ON "payments" USING btree ("customer_id","day","id");--> statement-breakpoint
CREATE INDEX "payments_day_idx" ON "payments" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "payments_recorder_idx" ON "payments" USING btree ("recorded_by_id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_payment_idx" ON "deliveries" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_letter_check" CHECK ("deliveries"."letter" in ('offer', 'signed', 'invoice', 'receipt'));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_about_check" CHECK (num_nonnulls("deliveries"."notification_id", "deliveries"."digest_day", "deliveries"."proposal_id", "deliveries"."invoice_id", "deliveries"."payment_id") = 1);--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_recipient_check" CHECK (case when num_nonnulls("deliveries"."proposal_id", "deliveries"."invoice_id", "deliveries"."payment_id") = 0
        then "deliveries"."person_id" is not null and num_nonnulls("deliveries"."letter", "deliveries"."address") = 0
        else "deliveries"."person_id" is null and num_nonnulls("deliveries"."letter", "deliveries"."address") = 2
          and "deliveries"."channel" = 'email' end);--> statement-breakpoint
ALTER TABLE "invoice_events" ADD CONSTRAINT "invoice_events_kind_check" CHECK ("invoice_events"."kind" in ('created', 'issued', 'dueDay', 'note', 'voided', 'payment', 'receipt', 'writeOff', 'credit', 'takenBack', 'sent', 'emailed', 'notDelivered', 'renewed', 'viewed', 'question'));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_kind_check" CHECK ("invoices"."kind" in ('invoice', 'creditMemo'));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_voided_check" CHECK (("invoices"."voided_on" is null) = ("invoices"."status" <> 'void'));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_total_check" CHECK (case when "invoices"."kind" = 'invoice' then "invoices"."total" >= 0 else "invoices"."total" <= 0 end);--> statement-breakpoint
-- Money is only added to: a mistake is reversed by another row. A merge of customers moves payments.
CREATE FUNCTION payments_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'customer_id' = to_jsonb(OLD) - 'customer_id' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'payments are only added to';
END
$$;
--> statement-breakpoint
CREATE TRIGGER payments_append_only BEFORE UPDATE OR DELETE ON "payments" FOR EACH ROW EXECUTE FUNCTION payments_append_only();
--> statement-breakpoint
CREATE TRIGGER payment_allocations_append_only BEFORE UPDATE OR DELETE ON "payment_allocations" FOR EACH ROW EXECUTE FUNCTION payments_append_only();
