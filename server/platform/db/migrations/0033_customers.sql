CREATE TABLE "customer_merges" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"into_id" uuid NOT NULL,
	"job_ids" uuid[] DEFAULT '{}' NOT NULL,
	"bid_ids" uuid[] DEFAULT '{}' NOT NULL,
	"user_ids" uuid[] DEFAULT '{}' NOT NULL,
	"contacts" jsonb NOT NULL,
	"merged_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" varchar(300) NOT NULL,
	"role" varchar(50),
	"email" varchar(254),
	"phone" varchar(50),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(300) NOT NULL,
	"company" varchar(300),
	"address" varchar(300),
	"source" varchar(50),
	"notes" varchar(20000),
	"tax_exempt" boolean DEFAULT false NOT NULL,
	"tax_certificate" varchar(300),
	"merged_into_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_screen_check";--> statement-breakpoint
ALTER TABLE "pending_bids" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_into_id_customers_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_merged_by_id_users_id_fk" FOREIGN KEY ("merged_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_contacts" ADD CONSTRAINT "customer_contacts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merged_into_id_customers_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_merges_into_idx" ON "customer_merges" USING btree ("into_id","created_at");--> statement-breakpoint
CREATE INDEX "customer_merges_person_idx" ON "customer_merges" USING btree ("merged_by_id");--> statement-breakpoint
CREATE INDEX "customer_contacts_customer_idx" ON "customer_contacts" USING btree ("customer_id","position");--> statement-breakpoint
CREATE INDEX "customer_contacts_same_email_idx" ON "customer_contacts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "customer_contacts_same_phone_idx" ON "customer_contacts" USING btree (regexp_replace(regexp_replace(regexp_replace(lower("phone"), '\s*(x|ext).*$', ''), '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1'));--> statement-breakpoint
CREATE INDEX "customer_contacts_name_words_idx" ON "customer_contacts" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customer_contacts_email_words_idx" ON "customer_contacts" USING gin (search_text("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customer_contacts_phone_idx" ON "customer_contacts" USING gin (regexp_replace("phone", '[^0-9]', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_by_name_idx" ON "customers" USING btree (lower("name" collate natural_order),"id");--> statement-breakpoint
CREATE INDEX "customers_created_idx" ON "customers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customers_same_name_idx" ON "customers" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "customers_merged_idx" ON "customers" USING btree ("merged_into_id");--> statement-breakpoint
CREATE INDEX "customers_name_words_idx" ON "customers" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_company_words_idx" ON "customers" USING gin (search_text("company") gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "pending_bids" ADD CONSTRAINT "pending_bids_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_bids_customer_idx" ON "pending_bids" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_customer_idx" ON "jobs" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "users_customer_idx" ON "users" USING btree ("customer_id");--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_screen_check" CHECK ("saved_views"."screen" in ('jobs', 'bids', 'tasks', 'people', 'customers'));--> statement-breakpoint
-- The customers of the jobs, bids and clients there are: by email address, else by phone number and
-- name together, never by a name alone. A job or bid without either belongs to its client's.
CREATE TEMPORARY TABLE "said" ON COMMIT DROP AS
SELECT said.*, lower("email") AS "email_key",
	CASE WHEN "name" IS NOT NULL AND length("digits") >= 7 THEN "digits" || ' ' || lower("name") END AS "person_key"
FROM (
	SELECT 'user' AS "kind", "id", "created_at", "first_name" || ' ' || "last_name" AS "name", "company", nullif("email", '') AS "email",
		"phone", "address", NULL AS "source", NULL::uuid AS "client_id",
		regexp_replace(regexp_replace(regexp_replace(lower("phone"), '\s*(x|ext).*$', ''), '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1') AS "digits"
	FROM "users" WHERE "role" = 'client' AND "deleted_at" IS NULL
	UNION ALL
	SELECT 'job', "id", "created_at", nullif("customer_name", ''), NULL, nullif("customer_email", ''), nullif("customer_phone", ''), "customer_address", NULL,
		"client_id", regexp_replace(regexp_replace(regexp_replace(lower("customer_phone"), '\s*(x|ext).*$', ''), '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1')
	FROM "jobs"
	UNION ALL
	SELECT 'bid', "id", "created_at", nullif("customer_name", ''), NULL, nullif("customer_email", ''), nullif("customer_phone", ''), "customer_address", "lead_source",
		"client_id", regexp_replace(regexp_replace(regexp_replace(lower("customer_phone"), '\s*(x|ext).*$', ''), '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1')
	FROM "pending_bids"
) said
WHERE coalesce("name", "email", "phone") IS NOT NULL OR "client_id" IS NOT NULL;--> statement-breakpoint
CREATE TEMPORARY TABLE "keyed" ON COMMIT DROP AS
WITH "emails" AS (
	SELECT DISTINCT ON ("person_key") "person_key", "email_key" FROM "said"
	WHERE "person_key" IS NOT NULL AND "email_key" IS NOT NULL ORDER BY "person_key", "created_at", "id"
), "own" AS (
	SELECT "said".*, coalesce('email ' || coalesce("said"."email_key", "emails"."email_key"), 'person ' || "said"."person_key") AS "own_key"
	FROM "said" LEFT JOIN "emails" ON "emails"."person_key" = "said"."person_key"
)
SELECT "own".*, coalesce("own"."own_key", "client"."own_key", 'user ' || "client"."id", "own"."kind" || ' ' || "own"."id") AS "key"
FROM "own" LEFT JOIN "own" "client" ON "client"."kind" = 'user' AND "client"."id" = "own"."client_id";--> statement-breakpoint
DELETE FROM "keyed" WHERE "name" IS NULL AND "email" IS NULL AND "phone" IS NULL AND "key" = "kind" || ' ' || "id";--> statement-breakpoint
CREATE TEMPORARY TABLE "found" ON COMMIT DROP AS
SELECT "key", gen_random_uuid() AS "id", min("created_at") AS "created_at",
	coalesce((array_agg("name" ORDER BY "kind" = 'user' DESC, "created_at", "id") FILTER (WHERE "name" IS NOT NULL))[1], min("email"), min("phone")) AS "name",
	(array_agg("company" ORDER BY "created_at", "id") FILTER (WHERE "company" IS NOT NULL))[1] AS "company",
	(array_agg("address" ORDER BY "kind" = 'user' DESC, "created_at", "id") FILTER (WHERE "address" IS NOT NULL))[1] AS "address",
	(array_agg("source" ORDER BY "created_at", "id") FILTER (WHERE "source" IS NOT NULL))[1] AS "source"
FROM "keyed" GROUP BY "key";--> statement-breakpoint
INSERT INTO "customers" ("id", "name", "company", "address", "source", "created_at", "updated_at")
SELECT "id", "name", "company", "address", "source", "created_at", "created_at" FROM "found";--> statement-breakpoint
INSERT INTO "customer_contacts" ("id", "customer_id", "position", "name", "email", "phone", "created_at")
SELECT gen_random_uuid(), "customer_id", row_number() OVER (PARTITION BY "customer_id" ORDER BY "email" IS NULL, "created_at", "n") - 1, "name", "email", "phone", "created_at"
FROM (
	SELECT "found"."id" AS "customer_id", coalesce(min("keyed"."name"), "found"."name") AS "name", min("keyed"."email") AS "email",
		min("keyed"."phone") AS "phone", min("keyed"."created_at") AS "created_at", min("keyed"."id"::text) AS "n"
	FROM "keyed" JOIN "found" USING ("key")
	WHERE coalesce("keyed"."name", "keyed"."email", "keyed"."phone") IS NOT NULL
	GROUP BY "found"."id", "found"."name", lower(coalesce("keyed"."name", "found"."name")), "keyed"."digits"
) contacts;--> statement-breakpoint
UPDATE "users" SET "customer_id" = "found"."id" FROM "keyed" JOIN "found" USING ("key") WHERE "keyed"."kind" = 'user' AND "keyed"."id" = "users"."id";--> statement-breakpoint
UPDATE "jobs" SET "customer_id" = "found"."id" FROM "keyed" JOIN "found" USING ("key") WHERE "keyed"."kind" = 'job' AND "keyed"."id" = "jobs"."id";--> statement-breakpoint
UPDATE "pending_bids" SET "customer_id" = "found"."id" FROM "keyed" JOIN "found" USING ("key") WHERE "keyed"."kind" = 'bid' AND "keyed"."id" = "pending_bids"."id";
