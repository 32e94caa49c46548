-- Events from before are of no transaction that a stream could go on from; a constant default does not rewrite the table.
ALTER TABLE "events" ADD COLUMN "readers" varchar(50);--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "xid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "horizon" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "xid" SET DEFAULT (pg_current_xact_id()::text)::bigint;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "horizon" SET DEFAULT (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint;--> statement-breakpoint
CREATE INDEX "events_xid_idx" ON "events" USING btree ("xid");
