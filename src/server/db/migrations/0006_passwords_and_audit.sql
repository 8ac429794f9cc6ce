ALTER TABLE "users" ADD COLUMN "password_expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "audit_user" ON "audit" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
-- Written by hand from here on. E-mail addresses are compared in Unicode form NFC from now on.
UPDATE "users" SET "email" = normalize("email", NFC)
-- Of several addresses with one composed form, the one that has it stays, else that of the least id is changed.
WHERE "email" IS NOT NFC NORMALIZED
	AND NOT EXISTS (
		SELECT FROM "users" AS "other"
		WHERE normalize("other"."email", NFC) = normalize("users"."email", NFC)
			AND ("other"."email" IS NFC NORMALIZED OR "other"."id" < "users"."id")
	);
