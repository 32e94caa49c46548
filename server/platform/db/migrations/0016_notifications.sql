CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"channel" varchar(10) NOT NULL,
	"notification_id" uuid,
	"digest_day" date,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" varchar(300),
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliveries_channel_check" CHECK ("deliveries"."channel" in ('email', 'push')),
	CONSTRAINT "deliveries_state_check" CHECK ("deliveries"."state" in ('waiting', 'sent', 'dropped', 'failed')),
	CONSTRAINT "deliveries_about_check" CHECK (("deliveries"."notification_id" is null) <> ("deliveries"."digest_day" is null))
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"sid" varchar(100) NOT NULL,
	"endpoint" varchar(1000) NOT NULL,
	"p256dh" varchar(200) NOT NULL,
	"auth" varchar(100) NOT NULL,
	"user_agent" varchar(300) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_devices_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" varchar(100) NOT NULL,
	"private_key" varchar(300) NOT NULL,
	CONSTRAINT "push_keys_one_row_check" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "refused_addresses" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"address" varchar(254) NOT NULL,
	"reason" varchar(300) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_mutes" (
	"person_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_mutes_person_id_job_id_pk" PRIMARY KEY("person_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"person_id" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"email" varchar(20) NOT NULL,
	"push" boolean NOT NULL,
	CONSTRAINT "notification_channels_person_id_kind_pk" PRIMARY KEY("person_id","kind"),
	CONSTRAINT "notification_channels_kind_check" CHECK ("notification_channels"."kind" in ('message', 'task', 'schedule', 'photo', 'bid', 'invite', 'overdue', 'update')),
	CONSTRAINT "notification_channels_email_check" CHECK ("notification_channels"."email" in ('immediately', 'daily', 'off'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" varchar(50) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"job_id" uuid,
	"actor_id" uuid,
	"subject_id" uuid NOT NULL,
	"day" date NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"emailed_count" integer DEFAULT 0 NOT NULL,
	"in_digest" boolean DEFAULT false NOT NULL,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" in ('message', 'task', 'schedule', 'photo', 'bid', 'invite', 'overdue', 'update')),
	CONSTRAINT "notifications_count_check" CHECK ("notifications"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "quiet_hours" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"from_time" varchar(5) NOT NULL,
	"to_time" varchar(5) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "weekly_updates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"week" date NOT NULL,
	"text" varchar(20000) NOT NULL,
	"photo_ids" uuid[] DEFAULT '{}' NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"sent_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "weekly_updates_week" UNIQUE("job_id","week")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "weekly_updates" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_addresses" ADD CONSTRAINT "refused_addresses_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_mutes" ADD CONSTRAINT "job_mutes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_mutes" ADD CONSTRAINT "job_mutes_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiet_hours" ADD CONSTRAINT "quiet_hours_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_updates" ADD CONSTRAINT "weekly_updates_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_updates" ADD CONSTRAINT "weekly_updates_sent_by_id_users_id_fk" FOREIGN KEY ("sent_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_waiting_idx" ON "deliveries" USING btree ("notification_id","channel") WHERE "deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_notification_idx" ON "deliveries" USING btree ("notification_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_digest_idx" ON "deliveries" USING btree ("person_id","digest_day");--> statement-breakpoint
CREATE INDEX "deliveries_due_idx" ON "deliveries" USING btree ("due_at") WHERE "deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_finished_idx" ON "deliveries" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "push_devices_person_idx" ON "push_devices" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "push_devices_sid_idx" ON "push_devices" USING btree ("sid");--> statement-breakpoint
CREATE INDEX "job_mutes_job_idx" ON "job_mutes" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "notifications_person_idx" ON "notifications" USING btree ("person_id","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_unread_idx" ON "notifications" USING btree ("person_id","name",coalesce("job_id", '00000000-0000-0000-0000-000000000000'),coalesce("actor_id", '00000000-0000-0000-0000-000000000000'),"day") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_digest_idx" ON "notifications" USING btree ("person_id") WHERE "notifications"."in_digest";--> statement-breakpoint
CREATE INDEX "notifications_updated_idx" ON "notifications" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "notifications_job_idx" ON "notifications" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "notifications_actor_idx" ON "notifications" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "notifications_subject_idx" ON "notifications" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "weekly_updates_draft_idx" ON "weekly_updates" USING btree ("week","id") WHERE "weekly_updates"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "weekly_updates_sent_by_idx" ON "weekly_updates" USING btree ("sent_by_id");--> statement-breakpoint
CREATE INDEX "events_transient_idx" ON "events" USING btree ("created_at") WHERE "events"."name" = 'notification.changed';--> statement-breakpoint
CREATE INDEX "events_pending_idx" ON "events" USING btree ("id") WHERE "events"."pending";