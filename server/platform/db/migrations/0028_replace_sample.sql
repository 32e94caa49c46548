-- The log of the sample company is deleted with it when an empty company takes its place.
CREATE OR REPLACE FUNCTION audit_entries_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD."at" < now() - interval '2 years' THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'TRUNCATE' AND EXISTS (SELECT 1 FROM "settings" WHERE "sample") THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'the audit log is only added to';
END
$$;
