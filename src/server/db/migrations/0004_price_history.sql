CREATE TABLE "item_prices" (
	"item_id" text NOT NULL,
	"valid_from" timestamp (3) with time zone DEFAULT '-infinity' NOT NULL,
	"price_cents" integer,
	"price_per_pack_cents" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "item_prices_item_id_valid_from_pk" PRIMARY KEY("item_id","valid_from"),
	CONSTRAINT "item_prices_priced" CHECK ("item_prices"."price_cents" is not null or "item_prices"."price_per_pack_cents" is not null)
);
--> statement-breakpoint
ALTER TABLE "items" DROP CONSTRAINT "items_priced";--> statement-breakpoint
-- The prices of today are those of the past too: nothing is known of earlier ones.
INSERT INTO "item_prices" ("item_id", "price_cents", "price_per_pack_cents", "created_at")
SELECT "id", "price_cents", "price_per_pack_cents", "created_at" FROM "items";--> statement-breakpoint
ALTER TABLE "item_prices" ADD CONSTRAINT "item_prices_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" DROP COLUMN "price_cents";--> statement-breakpoint
ALTER TABLE "items" DROP COLUMN "price_per_pack_cents";