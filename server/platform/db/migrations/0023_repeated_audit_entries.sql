CREATE TABLE "audit_repeats" (
	"fold" varchar(100) PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"times" integer NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_repeats" ADD CONSTRAINT "audit_repeats_entry_id_audit_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."audit_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_repeats_entry_idx" ON "audit_repeats" USING btree ("entry_id");