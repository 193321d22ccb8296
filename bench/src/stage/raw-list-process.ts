import http from 'node:http'
import type { AddressInfo } from 'node:net'
import mysql from 'mysql2/promise'

/** The raw limit of the list: the same page of the same rows, read by a prepared statement for each request. */
const pool = mysql.createPool({ uri: process.env.DATABASE_URL ?? '', connectionLimit: 24, timezone: 'Z' })
const statement = `SELECT c.*, top.weight_units, top.supporters, z.uid AS citizen_uid, z.username, z.handle, z.followers
  FROM (SELECT c.id, t.weight_units, t.supporters FROM candidacies c JOIN published_tallies t ON t.candidacy_id = c.id
    WHERE c.election_id = 1 AND c.status = 'active' AND c.position = 1
    ORDER BY t.weight_units DESC, t.supporters DESC, c.id LIMIT ${Number(process.env.BENCH_PAGE ?? 50)}) AS top
  JOIN candidacies c ON c.id = top.id JOIN citizens z ON z.id = c.citizen_id
  ORDER BY top.weight_units DESC, top.supporters DESC, c.id`
const server = http.createServer((_, response) => {
  void pool.execute(statement).then(([rows]) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(rows))
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
