CREATE TABLE "counts" (
	"kind" varchar(10) NOT NULL,
	"status" varchar(20) NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"approved_amount" bigint NOT NULL,
	CONSTRAINT "counts_kind_check" CHECK ("counts"."kind" in ('job', 'task'))
);
--> statement-breakpoint
DROP INDEX "tasks_assignee_idx";--> statement-breakpoint
CREATE INDEX "messages_created_idx" ON "messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_assignee_job_idx" ON "tasks" USING btree ("assignee_id","job_id","status");--> statement-breakpoint
CREATE INDEX "tasks_assignee_idx" ON "tasks" USING btree ("assignee_id",("status" = 'completed'),"deadline","id");--> statement-breakpoint
CREATE FUNCTION count_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "counts" SELECT 'job', "status", coalesce("end_date", 'infinity'), count(*), coalesce(sum("approved_amount"), 0)
		FROM added GROUP BY 2, 3;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO "counts" SELECT 'job', "status", coalesce("end_date", 'infinity'), -count(*), -coalesce(sum("approved_amount"), 0)
		FROM gone GROUP BY 2, 3;
	ELSE
		INSERT INTO "counts" VALUES
			('job', OLD."status", coalesce(OLD."end_date", 'infinity'), -1, -coalesce(OLD."approved_amount", 0)),
			('job', NEW."status", coalesce(NEW."end_date", 'infinity'), 1, coalesce(NEW."approved_amount", 0));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION count_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "counts" SELECT 'task', "status", coalesce(("deadline" AT TIME ZONE 'UTC')::date, 'infinity'), count(*), 0
		FROM added GROUP BY 2, 3;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO "counts" SELECT 'task', "status", coalesce(("deadline" AT TIME ZONE 'UTC')::date, 'infinity'), -count(*), 0
		FROM gone GROUP BY 2, 3;
	ELSE
		INSERT INTO "counts" VALUES
			('task', OLD."status", coalesce((OLD."deadline" AT TIME ZONE 'UTC')::date, 'infinity'), -1, 0),
			('task', NEW."status", coalesce((NEW."deadline" AT TIME ZONE 'UTC')::date, 'infinity'), 1, 0);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION forget_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "counts" WHERE "kind" = TG_ARGV[0];
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER jobs_count_added AFTER INSERT ON "jobs" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_jobs();--> statement-breakpoint
CREATE TRIGGER jobs_count_gone AFTER DELETE ON "jobs" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_jobs();--> statement-breakpoint
CREATE TRIGGER jobs_count_changed AFTER UPDATE ON "jobs" FOR EACH ROW
	WHEN ((OLD."status", OLD."end_date", OLD."approved_amount") IS DISTINCT FROM (NEW."status", NEW."end_date", NEW."approved_amount"))
	EXECUTE FUNCTION count_jobs();--> statement-breakpoint
CREATE TRIGGER jobs_count_none AFTER TRUNCATE ON "jobs" FOR EACH STATEMENT EXECUTE FUNCTION forget_counts('job');--> statement-breakpoint
CREATE TRIGGER tasks_count_added AFTER INSERT ON "tasks" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_tasks();--> statement-breakpoint
CREATE TRIGGER tasks_count_gone AFTER DELETE ON "tasks" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_tasks();--> statement-breakpoint
CREATE TRIGGER tasks_count_changed AFTER UPDATE ON "tasks" FOR EACH ROW
	WHEN ((OLD."status", OLD."deadline") IS DISTINCT FROM (NEW."status", NEW."deadline"))
	EXECUTE FUNCTION count_tasks();--> statement-breakpoint
CREATE TRIGGER tasks_count_none AFTER TRUNCATE ON "tasks" FOR EACH STATEMENT EXECUTE FUNCTION forget_counts('task');--> statement-breakpoint
INSERT INTO "counts" SELECT 'job', "status", coalesce("end_date", 'infinity'), count(*), coalesce(sum("approved_amount"), 0)
FROM "jobs" GROUP BY 2, 3;--> statement-breakpoint
INSERT INTO "counts" SELECT 'task', "status", coalesce(("deadline" AT TIME ZONE 'UTC')::date, 'infinity'), count(*), 0
FROM "tasks" GROUP BY 2, 3;
