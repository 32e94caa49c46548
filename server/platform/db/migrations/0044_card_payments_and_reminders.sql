CREATE TABLE "card_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"amount" bigint NOT NULL,
	"state" varchar(20) NOT NULL,
	"stripe_id" varchar(300),
	"payment_intent" varchar(300),
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_sessions_attempt_once" UNIQUE("invoice_id","attempt"),
	CONSTRAINT "card_sessions_stripe_once" UNIQUE("stripe_id"),
	CONSTRAINT "card_sessions_state_check" CHECK ("card_sessions"."state" in ('open', 'processing', 'paid', 'failed', 'expired')),
	CONSTRAINT "card_sessions_amount_check" CHECK ("card_sessions"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" varchar(255) PRIMARY KEY NOT NULL,
	"type" varchar(100) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminder_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"steps" integer[] NOT NULL,
	"subject" varchar(300) NOT NULL,
	"text" varchar(20000) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminder_settings_one_row_check" CHECK ("reminder_settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_letter_check";--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_about_check";--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_recipient_check";--> statement-breakpoint
ALTER TABLE "invoice_events" DROP CONSTRAINT "invoice_events_kind_check";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "reminders_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "from_day" date;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "to_day" date;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "reminder_days" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "reminders_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "stripe_id" varchar(300);--> statement-breakpoint
ALTER TABLE "card_sessions" ADD CONSTRAINT "card_sessions_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "card_sessions_open_idx" ON "card_sessions" USING btree ("invoice_id") WHERE "card_sessions"."state" = 'open';--> statement-breakpoint
CREATE INDEX "card_sessions_processing_idx" ON "card_sessions" USING btree ("invoice_id") WHERE "card_sessions"."state" = 'processing';--> statement-breakpoint
CREATE INDEX "card_sessions_intent_idx" ON "card_sessions" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "stripe_events_created_idx" ON "stripe_events" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_reminder_idx" ON "deliveries" USING btree ("invoice_id") WHERE "deliveries"."letter" = 'reminder' and "deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_customer_idx" ON "deliveries" USING btree ("customer_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_stripe_once" UNIQUE("stripe_id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_statement_check" CHECK (num_nonnulls("deliveries"."customer_id", "deliveries"."from_day", "deliveries"."to_day")
        = case when "deliveries"."letter" = 'statement' then 3 else 0 end);--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_reminder_check" CHECK (("deliveries"."reminder_days" is not null) = ("deliveries"."letter" is not distinct from 'reminder'));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_letter_check" CHECK ("deliveries"."letter" in ('offer', 'signed', 'invoice', 'reminder', 'receipt', 'statement'));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_about_check" CHECK (num_nonnulls("deliveries"."notification_id", "deliveries"."digest_day", "deliveries"."proposal_id", "deliveries"."invoice_id", "deliveries"."payment_id",
        "deliveries"."customer_id") = 1);--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_recipient_check" CHECK (case when num_nonnulls("deliveries"."proposal_id", "deliveries"."invoice_id", "deliveries"."payment_id", "deliveries"."customer_id") = 0
        then "deliveries"."person_id" is not null and num_nonnulls("deliveries"."letter", "deliveries"."address") = 0
        else "deliveries"."person_id" is null and "deliveries"."letter" is not null and "deliveries"."channel" = 'email'
          and ("deliveries"."address" is not null or "deliveries"."letter" = 'reminder') end);--> statement-breakpoint
ALTER TABLE "invoice_events" ADD CONSTRAINT "invoice_events_kind_check" CHECK ("invoice_events"."kind" in ('created', 'issued', 'dueDay', 'note', 'voided', 'payment', 'receipt', 'writeOff', 'credit', 'takenBack', 'sent', 'emailed', 'notDelivered', 'renewed', 'viewed', 'question', 'reminded', 'cardProcessing', 'cardFailed', 'cardUnmatched', 'atStripe'));