-- Separate from adding the column, which locks out sign-ins until its transaction ends.
update auth_accounts set password_hash = password where password_hash is null and password is not null;
