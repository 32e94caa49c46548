CREATE TABLE "bid_pricings" (
	"bid_id" uuid PRIMARY KEY NOT NULL,
	"pricing" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"description" varchar(500) NOT NULL,
	"details" varchar(20000),
	"unit" varchar(50),
	"unit_price" numeric(12, 4) NOT NULL,
	"unit_cost" numeric(12, 4),
	"category" varchar(20) DEFAULT 'other' NOT NULL,
	"taxable" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_lines_category_check" CHECK ("saved_lines"."category" in ('labor', 'material', 'subcontract', 'equipment', 'permit', 'other'))
);
--> statement-breakpoint
CREATE TABLE "document_numbers" (
	"kind" varchar(50) NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_numbers_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "proposal_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"proposal_id" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"actor_id" uuid,
	"note" varchar(20000),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proposal_events_kind_check" CHECK ("proposal_events"."kind" in ('sent', 'renewed', 'viewed', 'question', 'approved', 'declined', 'withdrawn', 'replaced'))
);
--> statement-breakpoint
CREATE TABLE "proposal_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"tax_rate" numeric(7, 4) DEFAULT '0' NOT NULL,
	"tax_name" varchar(50) DEFAULT 'Sales tax' NOT NULL,
	"valid_days" integer DEFAULT 30 NOT NULL,
	"consent_text" varchar(20000),
	"license_number" varchar(300),
	"deposit_percent" numeric(7, 4),
	"deposit_amount" numeric(10, 2),
	"terms" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proposal_settings_one_row_check" CHECK ("proposal_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bid_id" uuid NOT NULL,
	"number" varchar(50) NOT NULL,
	"version" integer NOT NULL,
	"status" varchar(20) DEFAULT 'sent' NOT NULL,
	"content" text NOT NULL,
	"sha256" varchar(64) NOT NULL,
	"total" bigint NOT NULL,
	"costs" jsonb NOT NULL,
	"last_day" date NOT NULL,
	"sent_by_id" uuid,
	"sent_to" varchar(254),
	"link_made_at" timestamp (3) with time zone NOT NULL,
	"link_hash" varchar(64),
	"signed_content" text,
	"evidence" jsonb,
	"copy_key" varchar(300),
	"copy_size" integer,
	"copy_sha256" varchar(64),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proposals_version_once" UNIQUE("bid_id","version"),
	CONSTRAINT "proposals_status_check" CHECK ("proposals"."status" in ('sent', 'approved', 'declined', 'withdrawn', 'replaced')),
	CONSTRAINT "proposals_signed_check" CHECK (("proposals"."signed_content" is null) = ("proposals"."evidence" is null)
        and ("proposals"."evidence" is not null) = ("proposals"."status" = 'approved')),
	CONSTRAINT "proposals_copy_check" CHECK (num_nulls("proposals"."copy_key", "proposals"."copy_size", "proposals"."copy_sha256") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "bid_pricings" ADD CONSTRAINT "bid_pricings_bid_id_pending_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."pending_bids"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_events" ADD CONSTRAINT "proposal_events_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_events" ADD CONSTRAINT "proposal_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_bid_id_pending_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."pending_bids"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_sent_by_id_users_id_fk" FOREIGN KEY ("sent_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_lines_description_idx" ON "saved_lines" USING btree (lower("description" collate natural_order),"id");--> statement-breakpoint
CREATE INDEX "saved_lines_category_idx" ON "saved_lines" USING btree ("category",lower("description" collate natural_order),"id");--> statement-breakpoint
CREATE INDEX "saved_lines_words_idx" ON "saved_lines" USING gin (search_text("description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "proposal_events_proposal_idx" ON "proposal_events" USING btree ("proposal_id","id");--> statement-breakpoint
CREATE INDEX "proposal_events_actor_idx" ON "proposal_events" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "proposals_without_copy_idx" ON "proposals" USING btree ("id") WHERE "proposals"."status" = 'approved' and "proposals"."copy_key" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_link_once" ON "proposals" USING btree ("link_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_one_open" ON "proposals" USING btree ("bid_id") WHERE "proposals"."status" = 'sent';--> statement-breakpoint
CREATE INDEX "proposals_sender_idx" ON "proposals" USING btree ("sent_by_id");