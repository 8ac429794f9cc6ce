DROP INDEX "visits_rep";--> statement-breakpoint
CREATE INDEX "visits_rep_newest" ON "visits" USING btree ("rep_id",greatest("submitted_at", "started_at", "created_at") desc,"id" DESC NULLS FIRST);