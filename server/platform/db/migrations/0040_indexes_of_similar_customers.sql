DROP INDEX "customer_contacts_same_email_idx";--> statement-breakpoint
DROP INDEX "customer_contacts_same_phone_idx";--> statement-breakpoint
DROP INDEX "customers_same_name_idx";--> statement-breakpoint
CREATE INDEX "customer_contacts_same_email_idx" ON "customer_contacts" USING btree (lower("email"),"customer_id","email");--> statement-breakpoint
CREATE INDEX "customer_contacts_same_phone_idx" ON "customer_contacts" USING btree (regexp_replace(regexp_replace(regexp_replace(lower("phone"), '\s*(x|ext).*$', ''), '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1'),"customer_id","phone");--> statement-breakpoint
CREATE INDEX "customers_same_name_idx" ON "customers" USING btree (lower("name"),"id","name") WHERE "customers"."merged_into_id" is null;