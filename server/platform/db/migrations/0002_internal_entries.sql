ALTER TABLE "schedule_entries" ADD COLUMN "internal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "clients_see_subs" boolean DEFAULT true NOT NULL;