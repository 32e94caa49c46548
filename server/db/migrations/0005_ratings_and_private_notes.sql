CREATE TABLE "job_ratings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"subcontractor_id" uuid NOT NULL,
	"score" integer NOT NULL,
	"note" varchar(20000),
	"rated_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_ratings_once" UNIQUE("job_id","subcontractor_id"),
	CONSTRAINT "job_ratings_score_check" CHECK ("job_ratings"."score" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "private_notes" (
	"subcontractor_id" uuid PRIMARY KEY NOT NULL,
	"text" varchar(20000),
	"updated_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_ratings" ADD CONSTRAINT "job_ratings_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_ratings" ADD CONSTRAINT "job_ratings_subcontractor_id_users_id_fk" FOREIGN KEY ("subcontractor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_ratings" ADD CONSTRAINT "job_ratings_rated_by_id_users_id_fk" FOREIGN KEY ("rated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_notes" ADD CONSTRAINT "private_notes_subcontractor_id_users_id_fk" FOREIGN KEY ("subcontractor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_notes" ADD CONSTRAINT "private_notes_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_ratings_sub_idx" ON "job_ratings" USING btree ("subcontractor_id");--> statement-breakpoint
CREATE INDEX "job_ratings_author_idx" ON "job_ratings" USING btree ("rated_by_id");--> statement-breakpoint
CREATE INDEX "private_notes_author_idx" ON "private_notes" USING btree ("updated_by_id");