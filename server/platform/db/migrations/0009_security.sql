CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"action" varchar(50) NOT NULL,
	"actor_id" uuid,
	"subject_id" uuid,
	"subject" varchar(300),
	"address" varchar(64),
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" varchar(1400) PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" varchar(4000) NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"name" varchar(300) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" varchar(64) NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"file" varchar(300),
	"bytes" bigint,
	"problem" varchar(1000)
);
--> statement-breakpoint
CREATE TABLE "file_deletions" (
	"key" varchar(200) PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "property_photos_author_idx";--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "totp_secret" varchar(300);--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "totp_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "totp_last_step" bigint;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "bytes" bigint GENERATED ALWAYS AS (coalesce((files->'thumb'->>'size')::bigint, 0) + coalesce((files->'full'->>'size')::bigint, 0) + coalesce((files->'original'->>'size')::bigint, 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "property_photos" ADD COLUMN "bytes" bigint GENERATED ALWAYS AS (coalesce((files->'thumb'->>'size')::bigint, 0) + coalesce((files->'full'->>'size')::bigint, 0) + coalesce((files->'original'->>'size')::bigint, 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "backups_kept" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "person_quota_mb" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "company_quota_mb" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "admins_need_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject_idx" ON "audit_entries" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "passkeys_user_idx" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "backups_finished_idx" ON "backups" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "file_deletions_created_idx" ON "file_deletions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "photos_bytes_idx" ON "photos" USING btree ("uploaded_by_id","bytes");--> statement-breakpoint
CREATE INDEX "property_photos_author_idx" ON "property_photos" USING btree ("uploaded_by_id","bytes");--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_backups_kept_check" CHECK ("settings"."backups_kept" between 0 and 365);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_quotas_check" CHECK ("settings"."person_quota_mb" > 0 and "settings"."company_quota_mb" > 0);--> statement-breakpoint
CREATE FUNCTION audit_entries_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD."at" < now() - interval '2 years' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'the audit log is only added to';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION audit_entries_append_only();--> statement-breakpoint
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_append_only();
