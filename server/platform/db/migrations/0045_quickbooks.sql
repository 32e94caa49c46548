CREATE TABLE "quickbooks_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"customer_id" uuid,
	"customer_name" varchar(300),
	"invoice_id" uuid,
	"payment_id" uuid,
	CONSTRAINT "quickbooks_exports_customer_once" UNIQUE("customer_id"),
	CONSTRAINT "quickbooks_exports_invoice_once" UNIQUE("invoice_id"),
	CONSTRAINT "quickbooks_exports_payment_once" UNIQUE("payment_id"),
	CONSTRAINT "quickbooks_exports_name_once" UNIQUE("customer_name"),
	CONSTRAINT "quickbooks_exports_kind_check" CHECK (num_nonnulls("quickbooks_exports"."customer_id", "quickbooks_exports"."invoice_id", "quickbooks_exports"."payment_id") = 1
        and ("quickbooks_exports"."customer_name" is null) = ("quickbooks_exports"."customer_id" is null))
);
--> statement-breakpoint
CREATE TABLE "quickbooks_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" varchar(50) NOT NULL,
	"rows" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "quickbooks_files_position_once" UNIQUE("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "quickbooks_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "quickbooks_exports" ADD CONSTRAINT "quickbooks_exports_run_id_quickbooks_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."quickbooks_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quickbooks_exports" ADD CONSTRAINT "quickbooks_exports_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quickbooks_exports" ADD CONSTRAINT "quickbooks_exports_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quickbooks_exports" ADD CONSTRAINT "quickbooks_exports_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quickbooks_files" ADD CONSTRAINT "quickbooks_files_run_id_quickbooks_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."quickbooks_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quickbooks_runs" ADD CONSTRAINT "quickbooks_runs_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quickbooks_exports_run_idx" ON "quickbooks_exports" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "quickbooks_runs_created_idx" ON "quickbooks_runs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "quickbooks_runs_creator_idx" ON "quickbooks_runs" USING btree ("created_by_id");