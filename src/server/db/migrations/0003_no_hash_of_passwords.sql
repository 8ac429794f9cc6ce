-- Until now the hash of a user's creation took in their password. Without the row the same key is answered as any other.
DELETE FROM "idempotency_keys" WHERE "status" = 201 AND "answer" ->> 'email' IS NOT NULL;
