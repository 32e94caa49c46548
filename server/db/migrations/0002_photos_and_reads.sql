CREATE TABLE "message_reads" (
	"user_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_reads_user_id_job_id_pk" PRIMARY KEY("user_id","job_id")
);
--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "files" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "content_type" varchar(50) NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "width" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "height" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_reads_job_idx" ON "message_reads" USING btree ("job_id");