CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "delivery_rollups" (
	"location_id" text NOT NULL,
	"span_days" integer NOT NULL,
	"day" integer NOT NULL,
	"rep_id" text NOT NULL,
	"cents" bigint NOT NULL,
	"deliveries" integer NOT NULL,
	CONSTRAINT "delivery_rollups_location_id_span_days_day_rep_id_pk" PRIMARY KEY("location_id","span_days","day","rep_id")
);
--> statement-breakpoint
CREATE TABLE "item_rollups" (
	"location_id" text NOT NULL,
	"span_days" integer NOT NULL,
	"day" integer NOT NULL,
	"item_id" text NOT NULL,
	"quantity" bigint NOT NULL,
	"cents" bigint NOT NULL,
	"deliveries" integer NOT NULL,
	CONSTRAINT "item_rollups_location_id_span_days_day_item_id_pk" PRIMARY KEY("location_id","span_days","day","item_id")
);
--> statement-breakpoint
CREATE TABLE "visit_rollups" (
	"location_id" text NOT NULL,
	"span_days" integer NOT NULL,
	"day" integer NOT NULL,
	"rep_id" text NOT NULL,
	"outcome" text NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "visit_rollups_location_id_span_days_day_rep_id_outcome_pk" PRIMARY KEY("location_id","span_days","day","rep_id","outcome")
);
--> statement-breakpoint
CREATE TABLE "known_addresses" (
	"key" text PRIMARY KEY NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_tries" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"tries" integer NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_tries_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
DROP INDEX "deliveries_newest";--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "search_text" text GENERATED ALWAYS AS (name || ' ' || street || ', ' || city || ', ' || state || ' ' || zip) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "known_addresses_last" ON "known_addresses" USING btree ("last_sign_in_at");--> statement-breakpoint
CREATE INDEX "sign_in_tries_began" ON "sign_in_tries" USING btree ("began_at");--> statement-breakpoint
CREATE INDEX "locations_search" ON "locations" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "visits_newest" ON "visits" USING btree (greatest("submitted_at", "started_at", "created_at") desc,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_newest" ON "deliveries" USING btree ("delivered_at" DESC NULLS FIRST,"id");