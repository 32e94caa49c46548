CREATE TABLE "attention_snoozes" (
	"person_id" uuid NOT NULL,
	"key" varchar(200) NOT NULL,
	"until" date NOT NULL,
	CONSTRAINT "attention_snoozes_person_id_key_pk" PRIMARY KEY("person_id","key")
);
--> statement-breakpoint
ALTER TABLE "attention_snoozes" ADD CONSTRAINT "attention_snoozes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;