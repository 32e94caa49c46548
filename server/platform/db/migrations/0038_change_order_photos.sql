CREATE TABLE "proposal_photos" (
	"proposal_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"photo_id" uuid NOT NULL,
	CONSTRAINT "proposal_photos_proposal_id_place_pk" PRIMARY KEY("proposal_id","place")
);
--> statement-breakpoint
ALTER TABLE "change_orders" ADD COLUMN "photo_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "proposal_photos" ADD CONSTRAINT "proposal_photos_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_photos" ADD CONSTRAINT "proposal_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposal_photos_photo_idx" ON "proposal_photos" USING btree ("photo_id");--> statement-breakpoint
UPDATE "change_orders" SET "sent" = "sent" || '{"photoIds": []}' WHERE "sent" IS NOT NULL;
