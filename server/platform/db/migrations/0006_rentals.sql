CREATE TABLE "deposit_returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"returned_on" date NOT NULL,
	"payment_method" varchar(50),
	"notes" varchar(20000),
	"reverses_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deposit_returns_reversed_once" UNIQUE("reverses_id"),
	CONSTRAINT "deposit_returns_amount_check" CHECK (case when "deposit_returns"."reverses_id" is null then "deposit_returns"."amount" >= 0 else "deposit_returns"."amount" <= 0 end)
);
--> statement-breakpoint
CREATE TABLE "lease_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"starts_on" date NOT NULL,
	"monthly_rent" numeric(10, 2) NOT NULL,
	"lease_end" date,
	"previous_end" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lease_changes_once_a_day" UNIQUE("tenant_id","starts_on"),
	CONSTRAINT "lease_changes_kind_check" CHECK ("lease_changes"."kind" in ('rent', 'renewal')),
	CONSTRAINT "lease_changes_monthly_rent_check" CHECK ("lease_changes"."monthly_rent" >= 0)
);
--> statement-breakpoint
CREATE TABLE "property_jobs" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"property_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "property_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"property_id" uuid NOT NULL,
	"uploaded_by_id" uuid NOT NULL,
	"caption" varchar(20000),
	"storage_key" varchar(300) NOT NULL,
	"files" jsonb NOT NULL,
	"content_type" varchar(50) NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recurring_expenses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"property_id" uuid,
	"amount" numeric(10, 2) NOT NULL,
	"expense_type" varchar(50) NOT NULL,
	"vendor" varchar(300),
	"description" varchar(20000) NOT NULL,
	"every_months" integer NOT NULL,
	"starts_on" date NOT NULL,
	"settled" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recurring_expenses_amount_check" CHECK ("recurring_expenses"."amount" >= 0),
	CONSTRAINT "recurring_expenses_every_months_check" CHECK ("recurring_expenses"."every_months" in ('1', '3', '6', '12')),
	CONSTRAINT "recurring_expenses_settled_check" CHECK ("recurring_expenses"."settled" >= 0)
);
--> statement-breakpoint
ALTER TABLE "rental_expenses" ALTER COLUMN "property_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "rental_expenses" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "rental_expenses" ADD COLUMN "recurring_id" uuid;--> statement-breakpoint
ALTER TABLE "rental_expenses" ADD COLUMN "receipt_key" varchar(300);--> statement-breakpoint
ALTER TABLE "rental_expenses" ADD COLUMN "receipt_type" varchar(50);--> statement-breakpoint
ALTER TABLE "rental_expenses" ADD COLUMN "receipt_files" jsonb;--> statement-breakpoint
ALTER TABLE "rental_income" ADD COLUMN "kind" varchar(20);--> statement-breakpoint
ALTER TABLE "rental_income" ADD COLUMN "rent_month" date;--> statement-breakpoint
ALTER TABLE "rental_income" ADD COLUMN "deposit_return_id" uuid;--> statement-breakpoint
ALTER TABLE "rental_properties" ADD COLUMN "status_set_by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "rent_from" date;--> statement-breakpoint
ALTER TABLE "deposit_returns" ADD CONSTRAINT "deposit_returns_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_returns" ADD CONSTRAINT "deposit_returns_reverses_id_deposit_returns_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."deposit_returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_changes" ADD CONSTRAINT "lease_changes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_jobs" ADD CONSTRAINT "property_jobs_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_jobs" ADD CONSTRAINT "property_jobs_property_id_rental_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."rental_properties"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_photos" ADD CONSTRAINT "property_photos_property_id_rental_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."rental_properties"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_photos" ADD CONSTRAINT "property_photos_uploaded_by_id_users_id_fk" FOREIGN KEY ("uploaded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_expenses" ADD CONSTRAINT "recurring_expenses_property_id_rental_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."rental_properties"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_returns_tenant_idx" ON "deposit_returns" USING btree ("tenant_id","returned_on");--> statement-breakpoint
CREATE INDEX "property_jobs_property_idx" ON "property_jobs" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "property_photos_property_idx" ON "property_photos" USING btree ("property_id","created_at","id");--> statement-breakpoint
CREATE INDEX "property_photos_author_idx" ON "property_photos" USING btree ("uploaded_by_id");--> statement-breakpoint
CREATE INDEX "recurring_expenses_property_idx" ON "recurring_expenses" USING btree ("property_id");--> statement-breakpoint
ALTER TABLE "rental_expenses" ADD CONSTRAINT "rental_expenses_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_expenses" ADD CONSTRAINT "rental_expenses_recurring_id_recurring_expenses_id_fk" FOREIGN KEY ("recurring_id") REFERENCES "public"."recurring_expenses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_income" ADD CONSTRAINT "rental_income_deposit_return_id_deposit_returns_id_fk" FOREIGN KEY ("deposit_return_id") REFERENCES "public"."deposit_returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rental_expenses_job_idx" ON "rental_expenses" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "rental_expenses_recurring_idx" ON "rental_expenses" USING btree ("recurring_id");--> statement-breakpoint
CREATE INDEX "rental_expenses_type_idx" ON "rental_expenses" USING btree ("expense_type","date_incurred");--> statement-breakpoint
CREATE INDEX "rental_income_rent_month_idx" ON "rental_income" USING btree ("property_id","rent_month");--> statement-breakpoint
CREATE INDEX "rental_income_deposit_return_idx" ON "rental_income" USING btree ("deposit_return_id");--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_lease_begins_check" CHECK ("tenants"."lease_end" is null or "tenants"."lease_start" is not null);--> statement-breakpoint
UPDATE "rental_income" SET "kind" = case
	when lower(trim("income_type")) ~ '^(monthly )?rents?$|^rent(al)? income$' then 'rent'
	when lower(trim("income_type")) ~ '^late (fee|charge)s?$' then 'late_fee'
	when lower(trim("income_type")) ~ '\mdeposits?$' and lower(trim("income_type")) !~ '^direct deposits?$' then 'deposit'
	else 'other' end;--> statement-breakpoint
UPDATE "rental_income" SET "rent_month" = date_trunc('month', "date_received") WHERE "kind" = 'rent';--> statement-breakpoint
UPDATE "tenants" t SET "rent_from" = f.first_month FROM (
	SELECT "tenant_id", min("rent_month") AS first_month FROM "rental_income" GROUP BY "tenant_id") f
WHERE f."tenant_id" = t."id" AND f.first_month > t."lease_start";--> statement-breakpoint
UPDATE "rental_properties" SET "status_set_by_hand" = true WHERE "status" = 'maintenance';--> statement-breakpoint
ALTER TABLE "rental_income" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "rental_income" ADD CONSTRAINT "rental_income_kind_check" CHECK ("rental_income"."kind" in ('rent', 'deposit', 'late_fee', 'other'));--> statement-breakpoint
ALTER TABLE "rental_income" ADD CONSTRAINT "rental_income_rent_month_check" CHECK (("rental_income"."kind" = 'rent') = ("rental_income"."rent_month" is not null) and extract(day from "rental_income"."rent_month") = 1);--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_status_check" CHECK ("tenants"."status" in ('active', 'former'));--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_leases_do_not_overlap" EXCLUDE USING gist ("property_id" WITH =, daterange("lease_start", "lease_end", '[]') WITH &&) WHERE ("property_id" is not null and "lease_start" is not null);
