-- The books of rentals are only added to: a mistake is reversed by another entry. Of an entry, its
-- receipt changes, and links to what is deleted end.
CREATE FUNCTION rental_books_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	receipts constant text[] := ARRAY['receipt_url', 'receipt_key', 'receipt_type', 'receipt_files'];
	links constant text[] := ARRAY['tenant_id', 'job_id', 'recurring_id'];
BEGIN
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - receipts - links = to_jsonb(OLD) - receipts - links
		AND NOT EXISTS (
			SELECT FROM unnest(links) AS link WHERE to_jsonb(NEW) ->> link IS NOT NULL
				AND to_jsonb(NEW) -> link IS DISTINCT FROM to_jsonb(OLD) -> link
		) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'the books are only added to';
END
$$;--> statement-breakpoint
CREATE TRIGGER rental_income_append_only BEFORE UPDATE OR DELETE ON "rental_income" FOR EACH ROW EXECUTE FUNCTION rental_books_append_only();--> statement-breakpoint
CREATE TRIGGER rental_expenses_append_only BEFORE UPDATE OR DELETE ON "rental_expenses" FOR EACH ROW EXECUTE FUNCTION rental_books_append_only();
