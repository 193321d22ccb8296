# Starts MySQL with the nation's two accounts, as compose's entry point of the image `mysql`. See docs/operations.md.
# The server runs these statements at every start, before it answers: the passwords in .env are always the right ones.
set -eu
umask 077
cat > /tmp/accounts.sql <<SQL
CREATE DATABASE IF NOT EXISTS nation CHARACTER SET utf8mb4;
CREATE USER IF NOT EXISTS nation IDENTIFIED BY '${MYSQL_PASSWORD:?}';
ALTER USER nation IDENTIFIED BY '${MYSQL_PASSWORD}';
GRANT ALL PRIVILEGES ON nation.* TO nation WITH GRANT OPTION;
CREATE USER IF NOT EXISTS nation_serving IDENTIFIED BY '${MYSQL_SERVING_PASSWORD:?}';
ALTER USER nation_serving IDENTIFIED BY '${MYSQL_SERVING_PASSWORD}';
SQL
# Of the binary log, which no replica reads, seven days are kept instead of thirty: it grows with every write.
exec docker-entrypoint.sh mysqld --init-file=/tmp/accounts.sql --character-set-server=utf8mb4 --mysqlx=OFF \
    --binlog-expire-logs-seconds=604800
