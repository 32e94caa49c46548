CREATE TABLE "moved_crew_days" (
	"move_id" uuid NOT NULL,
	"crew_day_id" uuid NOT NULL,
	"schedule_entry_id" uuid NOT NULL,
	"subcontractor_id" uuid NOT NULL,
	"assigned_date" date NOT NULL,
	"start_time" varchar(5) DEFAULT '08:00' NOT NULL,
	"end_time" varchar(5) DEFAULT '17:00' NOT NULL,
	"role" varchar(300),
	"confirmed" boolean DEFAULT false NOT NULL,
	"declined" boolean DEFAULT false NOT NULL,
	"decline_reason" varchar(20000),
	"asked_at" timestamp (3) with time zone,
	"moved_to" date,
	CONSTRAINT "moved_crew_days_move_id_crew_day_id_pk" PRIMARY KEY("move_id","crew_day_id")
);
--> statement-breakpoint
ALTER TABLE "schedule_move_jobs" ALTER COLUMN "finish_before" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule_move_jobs" ALTER COLUMN "finish_after" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "moved_crew_days" ADD CONSTRAINT "moved_crew_days_move_id_schedule_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."schedule_moves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_crew_days" ADD CONSTRAINT "moved_crew_days_schedule_entry_id_schedule_entries_id_fk" FOREIGN KEY ("schedule_entry_id") REFERENCES "public"."schedule_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_crew_days" ADD CONSTRAINT "moved_crew_days_subcontractor_id_users_id_fk" FOREIGN KEY ("subcontractor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moved_crew_days_entry_idx" ON "moved_crew_days" USING btree ("schedule_entry_id","subcontractor_id");--> statement-breakpoint
CREATE INDEX "moved_crew_days_sub_idx" ON "moved_crew_days" USING btree ("subcontractor_id");