CREATE TABLE "crew_absences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subcontractor_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"reason" varchar(300),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "crew_absences_dates_check" CHECK ("crew_absences"."end_date" >= "crew_absences"."start_date")
);
--> statement-breakpoint
CREATE TABLE "schedule_baselines" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"finish" date NOT NULL,
	"kept_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule_move_jobs" (
	"move_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"finish_before" date NOT NULL,
	"finish_after" date NOT NULL,
	CONSTRAINT "schedule_move_jobs_move_id_job_id_pk" PRIMARY KEY("move_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "schedule_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"moved_by_id" uuid NOT NULL,
	"reason" varchar(20000),
	"weather_day" date,
	"undoes_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_moves_undone_once" UNIQUE("undoes_id")
);
--> statement-breakpoint
CREATE TABLE "weather_days" (
	"day" date PRIMARY KEY NOT NULL,
	"marked_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "crew_schedule" DROP CONSTRAINT "crew_schedule_times_check";--> statement-breakpoint
ALTER TABLE "crew_schedule" ADD COLUMN "declined" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "crew_schedule" ADD COLUMN "decline_reason" varchar(20000);--> statement-breakpoint
ALTER TABLE "crew_schedule" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schedule_changes" ADD COLUMN "move_id" uuid;--> statement-breakpoint
ALTER TABLE "schedule_dependencies" ADD COLUMN "lag_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD COLUMN "date_fixed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD COLUMN "baseline_start_date" date;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD COLUMN "baseline_end_date" date;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "templates_added" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "crew_absences" ADD CONSTRAINT "crew_absences_subcontractor_id_users_id_fk" FOREIGN KEY ("subcontractor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_baselines" ADD CONSTRAINT "schedule_baselines_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_baselines" ADD CONSTRAINT "schedule_baselines_kept_by_id_users_id_fk" FOREIGN KEY ("kept_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_move_jobs" ADD CONSTRAINT "schedule_move_jobs_move_id_schedule_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."schedule_moves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_move_jobs" ADD CONSTRAINT "schedule_move_jobs_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_moves" ADD CONSTRAINT "schedule_moves_moved_by_id_users_id_fk" FOREIGN KEY ("moved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_moves" ADD CONSTRAINT "schedule_moves_undoes_id_schedule_moves_id_fk" FOREIGN KEY ("undoes_id") REFERENCES "public"."schedule_moves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weather_days" ADD CONSTRAINT "weather_days_marked_by_id_users_id_fk" FOREIGN KEY ("marked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "crew_absences_sub_idx" ON "crew_absences" USING btree ("subcontractor_id","start_date");--> statement-breakpoint
CREATE INDEX "crew_absences_end_idx" ON "crew_absences" USING btree ("end_date");--> statement-breakpoint
CREATE INDEX "schedule_baselines_author_idx" ON "schedule_baselines" USING btree ("kept_by_id");--> statement-breakpoint
CREATE INDEX "schedule_move_jobs_job_idx" ON "schedule_move_jobs" USING btree ("job_id","move_id");--> statement-breakpoint
CREATE INDEX "schedule_moves_author_idx" ON "schedule_moves" USING btree ("moved_by_id");--> statement-breakpoint
CREATE INDEX "weather_days_author_idx" ON "weather_days" USING btree ("marked_by_id");--> statement-breakpoint
ALTER TABLE "schedule_changes" ADD CONSTRAINT "schedule_changes_move_id_schedule_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."schedule_moves"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_changes_move_idx" ON "schedule_changes" USING btree ("move_id");--> statement-breakpoint
ALTER TABLE "crew_schedule" ADD CONSTRAINT "crew_schedule_day_of_entry" UNIQUE("schedule_entry_id","subcontractor_id","assigned_date");--> statement-breakpoint
ALTER TABLE "crew_schedule" ADD CONSTRAINT "crew_schedule_answer_check" CHECK (not ("crew_schedule"."confirmed" and "crew_schedule"."declined"));--> statement-breakpoint
ALTER TABLE "crew_schedule" ADD CONSTRAINT "crew_schedule_times_check" CHECK ("crew_schedule"."start_time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and "crew_schedule"."end_time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and "crew_schedule"."start_time" < "crew_schedule"."end_time");--> statement-breakpoint
ALTER TABLE "schedule_dependencies" ADD CONSTRAINT "schedule_dependencies_lag_check" CHECK ("schedule_dependencies"."lag_days" between -365 and 365);--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD CONSTRAINT "schedule_entries_baseline_check" CHECK (("schedule_entries"."baseline_start_date" is null) = ("schedule_entries"."baseline_end_date" is null)
        and "schedule_entries"."baseline_end_date" >= "schedule_entries"."baseline_start_date");