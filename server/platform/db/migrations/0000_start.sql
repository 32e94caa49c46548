CREATE TABLE "bid_appointments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bid_id" uuid NOT NULL,
	"title" varchar(300) NOT NULL,
	"description" varchar(20000),
	"scheduled_date" timestamp (3) with time zone NOT NULL,
	"duration" integer DEFAULT 60 NOT NULL,
	"appointment_type" varchar(50) DEFAULT 'consultation' NOT NULL,
	"status" varchar(20) DEFAULT 'scheduled' NOT NULL,
	"assigned_to_id" uuid,
	"completion_notes" varchar(20000),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bid_appointments_status_check" CHECK ("bid_appointments"."status" in ('scheduled', 'completed', 'cancelled', 'no_show')),
	CONSTRAINT "bid_appointments_duration_check" CHECK ("bid_appointments"."duration" >= 0)
);
--> statement-breakpoint
CREATE TABLE "pending_bids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(300) NOT NULL,
	"address" varchar(300) NOT NULL,
	"status" varchar(20) DEFAULT 'pending' NOT NULL,
	"estimated_amount" bigint,
	"notes" varchar(20000),
	"customer_name" varchar(300),
	"customer_email" varchar(254),
	"customer_phone" varchar(50),
	"customer_address" varchar(300),
	"appointment_date" timestamp (3) with time zone,
	"appointment_notes" varchar(20000),
	"lead_source" varchar(50),
	"priority" varchar(20) DEFAULT 'medium' NOT NULL,
	"follow_up_date" date,
	"follow_up_notes" varchar(20000),
	"job_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_bids_job_once" UNIQUE("job_id"),
	CONSTRAINT "pending_bids_status_check" CHECK ("pending_bids"."status" in ('pending', 'approved', 'rejected', 'follow_up')),
	CONSTRAINT "pending_bids_priority_check" CHECK ("pending_bids"."priority" in ('high', 'medium', 'low')),
	CONSTRAINT "pending_bids_estimated_amount_check" CHECK ("pending_bids"."estimated_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"person_id" uuid NOT NULL,
	"route" varchar(200) NOT NULL,
	"key" varchar(255) NOT NULL,
	"fingerprint" varchar(64) NOT NULL,
	"status" integer NOT NULL,
	"reply" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_person_id_route_key_pk" PRIMARY KEY("person_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "job_subcontractors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"subcontractor_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_subcontractors_once" UNIQUE("job_id","subcontractor_id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(300) NOT NULL,
	"address" varchar(300) NOT NULL,
	"client_id" uuid,
	"project_manager_id" uuid,
	"status" varchar(20) DEFAULT 'not_started' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"start_date" date,
	"end_date" date,
	"notes" varchar(20000),
	"customer_name" varchar(300),
	"customer_email" varchar(254),
	"customer_phone" varchar(50),
	"customer_address" varchar(300),
	"approved_amount" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_status_check" CHECK ("jobs"."status" in ('not_started', 'in_progress', 'completed', 'on_hold')),
	CONSTRAINT "jobs_progress_check" CHECK ("jobs"."progress" between 0 and 100),
	CONSTRAINT "jobs_approved_amount_check" CHECK ("jobs"."approved_amount" >= 0),
	CONSTRAINT "jobs_dates_check" CHECK ("jobs"."end_date" >= "jobs"."start_date")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" varchar(50) NOT NULL,
	"subject_id" varchar(100) NOT NULL,
	"job_id" uuid,
	"actor_id" uuid,
	"detail" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_reads" (
	"user_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_reads_user_id_job_id_pk" PRIMARY KEY("user_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"content" varchar(20000) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"password_hash" varchar(200),
	"oidc_subject" varchar(500),
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credentials_oidc_subject_unique" UNIQUE("oidc_subject")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" varchar(64) PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" varchar(100) PRIMARY KEY NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"company_name" varchar(300) NOT NULL,
	"holdings_name" varchar(300) NOT NULL,
	"address" varchar(300),
	"phone" varchar(50),
	"logo_key" varchar(300),
	"logo_files" jsonb,
	"time_zone" varchar(100) NOT NULL,
	"working_days" integer[] DEFAULT '{1,2,3,4,5}' NOT NULL,
	"holidays" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_one_row_check" CHECK ("settings"."id" = 1),
	CONSTRAINT "settings_logo_check" CHECK (("settings"."logo_key" is null) = ("settings"."logo_files" is null)),
	CONSTRAINT "settings_working_days_check" CHECK ("settings"."working_days" <@ array[1,2,3,4,5,6,7])
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" varchar(400) PRIMARY KEY NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" varchar(254) NOT NULL,
	"first_name" varchar(300) NOT NULL,
	"last_name" varchar(300) NOT NULL,
	"profile_image_url" varchar(500),
	"role" varchar(20) DEFAULT 'client' NOT NULL,
	"specialty" varchar(300),
	"phone" varchar(50),
	"invite_token" varchar(64),
	"invite_expiry" timestamp (3) with time zone,
	"is_invited" boolean DEFAULT false NOT NULL,
	"invited_by" uuid,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_invite_token_unique" UNIQUE("invite_token"),
	CONSTRAINT "users_role_check" CHECK ("users"."role" in ('admin', 'subcontractor', 'client'))
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid,
	"task_id" uuid,
	"uploaded_by_id" uuid NOT NULL,
	"url" varchar(500) NOT NULL,
	"caption" varchar(20000),
	"storage_key" varchar(300) NOT NULL,
	"files" jsonb NOT NULL,
	"content_type" varchar(50) NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photos_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "rental_expenses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"property_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"expense_type" varchar(50) NOT NULL,
	"vendor" varchar(300),
	"description" varchar(20000) NOT NULL,
	"date_incurred" date NOT NULL,
	"receipt_url" varchar(500),
	"reverses_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rental_expenses_reversed_once" UNIQUE("reverses_id"),
	CONSTRAINT "rental_expenses_amount_check" CHECK (case when "rental_expenses"."reverses_id" is null then "rental_expenses"."amount" >= 0 else "rental_expenses"."amount" <= 0 end)
);
--> statement-breakpoint
CREATE TABLE "rental_income" (
	"id" uuid PRIMARY KEY NOT NULL,
	"property_id" uuid NOT NULL,
	"tenant_id" uuid,
	"amount" numeric(10, 2) NOT NULL,
	"income_type" varchar(50) NOT NULL,
	"description" varchar(20000),
	"date_received" date NOT NULL,
	"payment_method" varchar(50),
	"reverses_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rental_income_reversed_once" UNIQUE("reverses_id"),
	CONSTRAINT "rental_income_amount_check" CHECK (case when "rental_income"."reverses_id" is null then "rental_income"."amount" >= 0 else "rental_income"."amount" <= 0 end)
);
--> statement-breakpoint
CREATE TABLE "rental_properties" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" varchar(300) NOT NULL,
	"city" varchar(300) NOT NULL,
	"state" varchar(50) NOT NULL,
	"zip_code" varchar(50) NOT NULL,
	"property_type" varchar(50) NOT NULL,
	"bedrooms" integer,
	"bathrooms" numeric(3, 1),
	"square_feet" integer,
	"purchase_price" numeric(12, 2),
	"purchase_date" date,
	"monthly_rent" numeric(10, 2),
	"security_deposit" numeric(10, 2),
	"property_manager" varchar(300),
	"notes" varchar(20000),
	"status" varchar(20) DEFAULT 'vacant' NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rental_properties_status_check" CHECK ("rental_properties"."status" in ('occupied', 'vacant', 'maintenance')),
	CONSTRAINT "rental_properties_bedrooms_check" CHECK ("rental_properties"."bedrooms" >= 0),
	CONSTRAINT "rental_properties_bathrooms_check" CHECK ("rental_properties"."bathrooms" >= 0),
	CONSTRAINT "rental_properties_square_feet_check" CHECK ("rental_properties"."square_feet" >= 0),
	CONSTRAINT "rental_properties_purchase_price_check" CHECK ("rental_properties"."purchase_price" >= 0),
	CONSTRAINT "rental_properties_monthly_rent_check" CHECK ("rental_properties"."monthly_rent" >= 0),
	CONSTRAINT "rental_properties_security_deposit_check" CHECK ("rental_properties"."security_deposit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"property_id" uuid,
	"first_name" varchar(300) NOT NULL,
	"last_name" varchar(300) NOT NULL,
	"email" varchar(254),
	"phone" varchar(50),
	"emergency_contact" varchar(300),
	"emergency_phone" varchar(50),
	"lease_start" date,
	"lease_end" date,
	"monthly_rent" numeric(10, 2),
	"security_deposit" numeric(10, 2),
	"status" varchar(50) DEFAULT 'active' NOT NULL,
	"notes" varchar(20000),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenants_lease_check" CHECK ("tenants"."lease_end" >= "tenants"."lease_start"),
	CONSTRAINT "tenants_monthly_rent_check" CHECK ("tenants"."monthly_rent" >= 0),
	CONSTRAINT "tenants_security_deposit_check" CHECK ("tenants"."security_deposit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "crew_schedule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"schedule_entry_id" uuid NOT NULL,
	"subcontractor_id" uuid NOT NULL,
	"assigned_date" date NOT NULL,
	"start_time" varchar(5) DEFAULT '08:00' NOT NULL,
	"end_time" varchar(5) DEFAULT '17:00' NOT NULL,
	"role" varchar(300),
	"confirmed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "crew_schedule_times_check" CHECK ("crew_schedule"."start_time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and "crew_schedule"."end_time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
CREATE TABLE "schedule_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"schedule_entry_id" uuid NOT NULL,
	"changed_by_id" uuid NOT NULL,
	"change_type" varchar(50) NOT NULL,
	"old_value" varchar(20000),
	"new_value" varchar(20000),
	"reason" varchar(20000),
	"impacted_entries" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule_dependencies" (
	"entry_id" uuid NOT NULL,
	"depends_on_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	CONSTRAINT "schedule_dependencies_entry_id_depends_on_id_pk" PRIMARY KEY("entry_id","depends_on_id"),
	CONSTRAINT "schedule_dependencies_self_check" CHECK ("schedule_dependencies"."entry_id" <> "schedule_dependencies"."depends_on_id")
);
--> statement-breakpoint
CREATE TABLE "schedule_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"title" varchar(300) NOT NULL,
	"description" varchar(20000),
	"schedule_type" varchar(20) DEFAULT 'task' NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"estimated_hours" numeric(8, 2) DEFAULT 8 NOT NULL,
	"assigned_subcontractor_id" uuid,
	"status" varchar(20) DEFAULT 'scheduled' NOT NULL,
	"priority" varchar(20) DEFAULT 'medium' NOT NULL,
	"weather_dependent" boolean DEFAULT false NOT NULL,
	"indoor_work" boolean DEFAULT true NOT NULL,
	"percent_complete" integer DEFAULT 0 NOT NULL,
	"actual_start_date" date,
	"actual_end_date" date,
	"actual_hours" numeric(8, 2),
	"reminder_sent" boolean DEFAULT false NOT NULL,
	"notify_client" boolean DEFAULT false NOT NULL,
	"notes" varchar(20000),
	"completion_notes" varchar(20000),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_entries_of_job" UNIQUE("id","job_id"),
	CONSTRAINT "schedule_entries_type_check" CHECK ("schedule_entries"."schedule_type" in ('task', 'milestone', 'inspection', 'delivery', 'meeting')),
	CONSTRAINT "schedule_entries_status_check" CHECK ("schedule_entries"."status" in ('scheduled', 'in_progress', 'completed', 'delayed', 'cancelled')),
	CONSTRAINT "schedule_entries_priority_check" CHECK ("schedule_entries"."priority" in ('low', 'medium', 'high', 'critical')),
	CONSTRAINT "schedule_entries_percent_check" CHECK ("schedule_entries"."percent_complete" between 0 and 100),
	CONSTRAINT "schedule_entries_dates_check" CHECK ("schedule_entries"."end_date" >= "schedule_entries"."start_date"),
	CONSTRAINT "schedule_entries_actual_dates_check" CHECK ("schedule_entries"."actual_end_date" >= "schedule_entries"."actual_start_date"),
	CONSTRAINT "schedule_entries_hours_check" CHECK ("schedule_entries"."estimated_hours" >= 0 and coalesce("schedule_entries"."actual_hours", 0) >= 0)
);
--> statement-breakpoint
CREATE TABLE "schedule_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(300) NOT NULL,
	"description" varchar(20000),
	"project_type" varchar(50),
	"template_data" jsonb NOT NULL,
	"estimated_duration" integer,
	"created_by_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_templates_duration_check" CHECK ("schedule_templates"."estimated_duration" >= 0)
);
--> statement-breakpoint
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
CREATE TABLE "task_correspondence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"message" varchar(20000) NOT NULL,
	"type" varchar(50) DEFAULT 'comment' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"assignee_id" uuid,
	"name" varchar(300) NOT NULL,
	"description" varchar(20000),
	"status" varchar(20) DEFAULT 'not_started' NOT NULL,
	"deadline" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tasks_status_check" CHECK ("tasks"."status" in ('not_started', 'in_progress', 'completed'))
);
--> statement-breakpoint
ALTER TABLE "bid_appointments" ADD CONSTRAINT "bid_appointments_bid_id_pending_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."pending_bids"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_appointments" ADD CONSTRAINT "bid_appointments_assigned_to_id_users_id_fk" FOREIGN KEY ("assigned_to_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_bids" ADD CONSTRAINT "pending_bids_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_subcontractors" ADD CONSTRAINT "job_subcontractors_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_subcontractors" ADD CONSTRAINT "job_subcontractors_subcontractor_id_users_id_fk" FOREIGN KEY ("subcontractor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_project_manager_id_users_id_fk" FOREIGN KEY ("project_manager_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_uploaded_by_id_users_id_fk" FOREIGN KEY ("uploaded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_expenses" ADD CONSTRAINT "rental_expenses_property_id_rental_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."rental_properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_expenses" ADD CONSTRAINT "rental_expenses_reverses_id_rental_expenses_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."rental_expenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_income" ADD CONSTRAINT "rental_income_property_id_rental_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."rental_properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_income" ADD CONSTRAINT "rental_income_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_income" ADD CONSTRAINT "rental_income_reverses_id_rental_income_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."rental_income"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_property_id_rental_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."rental_properties"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crew_schedule" ADD CONSTRAINT "crew_schedule_schedule_entry_id_schedule_entries_id_fk" FOREIGN KEY ("schedule_entry_id") REFERENCES "public"."schedule_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crew_schedule" ADD CONSTRAINT "crew_schedule_subcontractor_id_users_id_fk" FOREIGN KEY ("subcontractor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_changes" ADD CONSTRAINT "schedule_changes_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_changes" ADD CONSTRAINT "schedule_changes_changed_by_id_users_id_fk" FOREIGN KEY ("changed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_dependencies" ADD CONSTRAINT "schedule_dependencies_entry_fk" FOREIGN KEY ("entry_id","job_id") REFERENCES "public"."schedule_entries"("id","job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_dependencies" ADD CONSTRAINT "schedule_dependencies_depends_on_fk" FOREIGN KEY ("depends_on_id","job_id") REFERENCES "public"."schedule_entries"("id","job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD CONSTRAINT "schedule_entries_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD CONSTRAINT "schedule_entries_assigned_subcontractor_id_users_id_fk" FOREIGN KEY ("assigned_subcontractor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_templates" ADD CONSTRAINT "schedule_templates_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_ratings" ADD CONSTRAINT "job_ratings_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_ratings" ADD CONSTRAINT "job_ratings_subcontractor_id_users_id_fk" FOREIGN KEY ("subcontractor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_ratings" ADD CONSTRAINT "job_ratings_rated_by_id_users_id_fk" FOREIGN KEY ("rated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_notes" ADD CONSTRAINT "private_notes_subcontractor_id_users_id_fk" FOREIGN KEY ("subcontractor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_notes" ADD CONSTRAINT "private_notes_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_correspondence" ADD CONSTRAINT "task_correspondence_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_correspondence" ADD CONSTRAINT "task_correspondence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bid_appointments_bid_idx" ON "bid_appointments" USING btree ("bid_id","scheduled_date");--> statement-breakpoint
CREATE INDEX "bid_appointments_assigned_idx" ON "bid_appointments" USING btree ("assigned_to_id","scheduled_date");--> statement-breakpoint
CREATE INDEX "bid_appointments_date_idx" ON "bid_appointments" USING btree ("scheduled_date");--> statement-breakpoint
CREATE INDEX "pending_bids_created_idx" ON "pending_bids" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pending_bids_status_idx" ON "pending_bids" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "job_subcontractors_sub_idx" ON "job_subcontractors" USING btree ("subcontractor_id","job_id");--> statement-breakpoint
CREATE INDEX "jobs_created_idx" ON "jobs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_status_idx" ON "jobs" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_client_idx" ON "jobs" USING btree ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_manager_idx" ON "jobs" USING btree ("project_manager_id");--> statement-breakpoint
CREATE INDEX "jobs_end_idx" ON "jobs" USING btree ("end_date");--> statement-breakpoint
CREATE INDEX "events_subject_idx" ON "events" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "events_job_idx" ON "events" USING btree ("job_id","id");--> statement-breakpoint
CREATE INDEX "events_created_idx" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "message_reads_job_idx" ON "message_reads" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "messages_job_idx" ON "messages" USING btree ("job_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_sender_idx" ON "messages" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "password_resets_user_idx" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree (("sess"->>'userId'));--> statement-breakpoint
CREATE INDEX "sessions_expire_idx" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "throttles_window_idx" ON "throttles" USING btree ("window_start");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_idx" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (lower("last_name"),lower("first_name"),"id");--> statement-breakpoint
CREATE INDEX "users_role_idx" ON "users" USING btree ("role");--> statement-breakpoint
CREATE INDEX "users_invited_by_idx" ON "users" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "photos_created_idx" ON "photos" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "photos_job_idx" ON "photos" USING btree ("job_id","created_at","id");--> statement-breakpoint
CREATE INDEX "photos_task_idx" ON "photos" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "photos_uploader_idx" ON "photos" USING btree ("uploaded_by_id","created_at","id");--> statement-breakpoint
CREATE INDEX "rental_expenses_property_idx" ON "rental_expenses" USING btree ("property_id","date_incurred");--> statement-breakpoint
CREATE INDEX "rental_expenses_date_idx" ON "rental_expenses" USING btree ("date_incurred","id");--> statement-breakpoint
CREATE INDEX "rental_income_property_idx" ON "rental_income" USING btree ("property_id","date_received");--> statement-breakpoint
CREATE INDEX "rental_income_tenant_idx" ON "rental_income" USING btree ("tenant_id","date_received");--> statement-breakpoint
CREATE INDEX "rental_income_date_idx" ON "rental_income" USING btree ("date_received","id");--> statement-breakpoint
CREATE INDEX "rental_properties_address_idx" ON "rental_properties" USING btree ("address","id");--> statement-breakpoint
CREATE INDEX "tenants_property_idx" ON "tenants" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "tenants_name_idx" ON "tenants" USING btree ("last_name","first_name","id");--> statement-breakpoint
CREATE INDEX "tenants_lease_end_idx" ON "tenants" USING btree ("lease_end");--> statement-breakpoint
CREATE INDEX "crew_schedule_entry_idx" ON "crew_schedule" USING btree ("schedule_entry_id","assigned_date");--> statement-breakpoint
CREATE INDEX "crew_schedule_sub_idx" ON "crew_schedule" USING btree ("subcontractor_id","assigned_date");--> statement-breakpoint
CREATE INDEX "crew_schedule_day_idx" ON "crew_schedule" USING btree ("assigned_date");--> statement-breakpoint
CREATE INDEX "schedule_changes_entry_idx" ON "schedule_changes" USING btree ("schedule_entry_id","created_at","id");--> statement-breakpoint
CREATE INDEX "schedule_changes_job_idx" ON "schedule_changes" USING btree ("job_id","created_at","id");--> statement-breakpoint
CREATE INDEX "schedule_changes_author_idx" ON "schedule_changes" USING btree ("changed_by_id");--> statement-breakpoint
CREATE INDEX "schedule_dependencies_depends_on_idx" ON "schedule_dependencies" USING btree ("depends_on_id","entry_id");--> statement-breakpoint
CREATE INDEX "schedule_dependencies_job_idx" ON "schedule_dependencies" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "schedule_entries_start_idx" ON "schedule_entries" USING btree ("start_date","id");--> statement-breakpoint
CREATE INDEX "schedule_entries_status_idx" ON "schedule_entries" USING btree ("status","start_date","id");--> statement-breakpoint
CREATE INDEX "schedule_entries_job_idx" ON "schedule_entries" USING btree ("job_id","start_date","id");--> statement-breakpoint
CREATE INDEX "schedule_entries_sub_idx" ON "schedule_entries" USING btree ("assigned_subcontractor_id","start_date","id");--> statement-breakpoint
CREATE INDEX "schedule_templates_name_idx" ON "schedule_templates" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "schedule_templates_creator_idx" ON "schedule_templates" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "job_ratings_sub_idx" ON "job_ratings" USING btree ("subcontractor_id");--> statement-breakpoint
CREATE INDEX "job_ratings_author_idx" ON "job_ratings" USING btree ("rated_by_id");--> statement-breakpoint
CREATE INDEX "private_notes_author_idx" ON "private_notes" USING btree ("updated_by_id");--> statement-breakpoint
CREATE INDEX "task_correspondence_task_idx" ON "task_correspondence" USING btree ("task_id","created_at","id");--> statement-breakpoint
CREATE INDEX "task_correspondence_user_idx" ON "task_correspondence" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tasks_deadline_idx" ON "tasks" USING btree ("deadline","id");--> statement-breakpoint
CREATE INDEX "tasks_open_first_idx" ON "tasks" USING btree (("status" = 'completed'),"deadline","id");--> statement-breakpoint
CREATE INDEX "tasks_status_idx" ON "tasks" USING btree ("status","deadline","id");--> statement-breakpoint
CREATE INDEX "tasks_job_idx" ON "tasks" USING btree ("job_id","deadline","id");--> statement-breakpoint
CREATE INDEX "tasks_assignee_idx" ON "tasks" USING btree ("assignee_id","deadline","id");