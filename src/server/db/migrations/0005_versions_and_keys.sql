DROP INDEX "idempotency_keys_created";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "request_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "status" DROP NOT NULL;--> statement-breakpoint
-- Completed by hand: the responses stored until now stay as they are, JSON in UTF-8.
ALTER TABLE "idempotency_keys" ALTER COLUMN "answer" SET DATA TYPE bytea USING convert_to("answer"::text, 'UTF8');--> statement-breakpoint
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
		WHEN "earlier"."response" ? 'lines' THEN 'delivery'
		WHEN "earlier"."response" ? 'startedAt' THEN 'visit'
		WHEN "earlier"."response" ? 'sku' THEN 'item'
		WHEN "earlier"."response" ? 'address' THEN 'location'
		WHEN "earlier"."response" ? 'size' THEN 'box'
		WHEN "earlier"."response" ? 'roles' THEN 'user'
	END,
	"entity_id" = "earlier"."response" ->> '_id',
	"version" = CASE WHEN "earlier"."response" ?| ARRAY['lines', 'startedAt'] THEN 1 END
FROM (SELECT "user_id", "key", convert_from("answer", 'UTF8')::jsonb AS "response" FROM "idempotency_keys") AS "earlier"
WHERE "idempotency_keys"."user_id" = "earlier"."user_id" AND "idempotency_keys"."key" = "earlier"."key";
