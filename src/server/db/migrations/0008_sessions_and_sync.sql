CREATE TABLE "sent_recordings" (
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"device_id" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "sent_recordings_user_id_device_id_pk" PRIMARY KEY("user_id","device_id"),
	CONSTRAINT "sent_recordings_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "sync_devices" (
	"user_id" text NOT NULL,
	"device_id" text NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text NOT NULL,
	"ip" text NOT NULL,
	"report" jsonb NOT NULL,
	CONSTRAINT "sync_devices_user_id_device_id_pk" PRIMARY KEY("user_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "ip" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sent_recordings" ADD CONSTRAINT "sent_recordings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_devices" ADD CONSTRAINT "sync_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;