DROP INDEX "idempotency_keys_created";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "request_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "status" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "entity" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "entity_id" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_answered" ON "idempotency_keys" USING btree ("created_at") WHERE "idempotency_keys"."answer" is not null;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_state" CHECK (("idempotency_keys"."request_hash" is null) = ("idempotency_keys"."status" is null));--> statement-breakpoint
-- Written by hand from here on. What each write of until now made or changed, told by the shape of its stored response.
UPDATE "idempotency_keys" SET
	"entity" = CASE
		WHEN "answer" ? 'lines' THEN 'delivery'
		WHEN "answer" ? 'startedAt' THEN 'visit'
		WHEN "answer" ? 'sku' THEN 'item'
		WHEN "answer" ? 'address' THEN 'location'
		WHEN "answer" ? 'size' THEN 'box'
		WHEN "answer" ? 'roles' THEN 'user'
	END,
	"entity_id" = "answer" ->> '_id',
	"version" = CASE WHEN "answer" ?| ARRAY['lines', 'startedAt'] THEN 1 END;--> statement-breakpoint
-- Stored responses are compressed within their row from 128 bytes on: those of ordinary writes take less than 1 kB.
ALTER TABLE "idempotency_keys" ALTER COLUMN "answer" SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE "idempotency_keys" SET (toast_tuple_target = 128);
