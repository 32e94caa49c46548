ALTER TABLE "deposit_returns" ADD COLUMN "recorded_by_id" uuid;--> statement-breakpoint
ALTER TABLE "rental_expenses" ADD COLUMN "recorded_by_id" uuid;--> statement-breakpoint
ALTER TABLE "rental_income" ADD COLUMN "recorded_by_id" uuid;--> statement-breakpoint
ALTER TABLE "deposit_returns" ADD CONSTRAINT "deposit_returns_recorded_by_id_users_id_fk" FOREIGN KEY ("recorded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_expenses" ADD CONSTRAINT "rental_expenses_recorded_by_id_users_id_fk" FOREIGN KEY ("recorded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_income" ADD CONSTRAINT "rental_income_recorded_by_id_users_id_fk" FOREIGN KEY ("recorded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_returns_recorder_idx" ON "deposit_returns" USING btree ("recorded_by_id");--> statement-breakpoint
CREATE INDEX "rental_expenses_recorder_idx" ON "rental_expenses" USING btree ("recorded_by_id");--> statement-breakpoint
CREATE INDEX "rental_income_recorder_idx" ON "rental_income" USING btree ("recorded_by_id");--> statement-breakpoint
CREATE TRIGGER deposit_returns_append_only BEFORE UPDATE OR DELETE ON "deposit_returns" FOR EACH ROW EXECUTE FUNCTION rental_books_append_only();
