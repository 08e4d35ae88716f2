import io.github.mapepire_ibmi.Query;
import io.github.mapepire_ibmi.SqlJob;
import io.github.mapepire_ibmi.Tls;
import io.github.mapepire_ibmi.types.DaemonServer;
import io.github.mapepire_ibmi.types.QueryOptions;
import io.github.mapepire_ibmi.types.QueryResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Asks a Mapepire server what its arguments say (port, password); one line an answer. */
public class MapepireCounterpart {
    interface Work {
        Object go() throws Exception;
    }

    static final String QUEUES = "SELECT DATA_QUEUE_NAME AS NAME FROM QSYS2.DATA_QUEUE_INFO";
    static final String CALL = "CALL QSYS2.QCMDEXC(?)";
    static SqlJob job;

    public static void main(String[] given) throws Exception {
        DaemonServer server =
                new DaemonServer("localhost", Integer.parseInt(given[0]), "ann", given[1]);
        server.setCa(Tls.getCertificate(server).get());
        job = new SqlJob();
        job.connect(server).get();
        say("select", () -> ran(QUEUES, null));
        say("terse", () -> shown(job.query(QUEUES, new QueryOptions(true, false, null))));
        say("one", () -> ran(QUEUES + " WHERE DATA_QUEUE_NAME = ?", List.of("IN")));
        say("three", () -> ran(QUEUES + " WHERE DATA_QUEUE_NAME IN (?, ?, ?)", List.of("A", "IN", "C")));
        say("number", () -> ran(QUEUES + " WHERE MAXIMUM_MESSAGE_LENGTH = ?", List.of(100)));
        say("text", () -> ran(QUEUES + " WHERE MAXIMUM_MESSAGE_LENGTH = ?", List.of("100")));
        say("null", () -> ran(QUEUES + " WHERE DATA_QUEUE_NAME = ?", Collections.singletonList(null)));
        say("few", () -> ran(QUEUES + " WHERE DATA_QUEUE_NAME = ?", List.of()));
        say("many", () -> ran(QUEUES + " WHERE DATA_QUEUE_NAME = ?", List.of("A", "B")));
        say("empty", () -> ran("", null));
        say("blocks", MapepireCounterpart::blocks);
        String command = "CRTDTAQ DTAQ(ORDERS/J%d) MAXLEN(5)";
        say("call", () -> ran(CALL, List.of(String.format(command, 1))));
        say("length", () -> ran("CALL QSYS2.QCMDEXC(?, ?)", List.of(String.format(command, 2), 33)));
        say("named", () -> ran("CALL QSYS2.QCMDEXC(COMMAND => ?)", List.of(String.format(command, 3))));
        say("braces", () -> ran("{CALL QSYS2.QCMDEXC(?)}", List.of(String.format(command, 4))));
        say("again", () -> ran(CALL, List.of(String.format(command, 1))));
        say("cl", () -> shown(job.clCommand(String.format(command, 5))));
        job.close();
        System.exit(0);
    }

    static Object blocks() throws Exception {
        Query query = job.query(
                "SELECT OBJNAME FROM TABLE(QSYS2.OBJECT_STATISTICS('*ALL', '*ALL')) A WHERE OBJTYPE <> ?",
                new QueryOptions(false, false, Arrays.asList((Object) "*X")));
        List<Object> found = new ArrayList<>();
        QueryResult<Object> result = query.execute(2).get();
        found.addAll(result.getData());
        while (!result.getIsDone()) {
            result = query.fetchMore(3).get();
            found.addAll(result.getData());
        }
        query.close().get();
        return found.size();
    }

    static Object ran(String sql, List<?> parameters) throws Exception {
        QueryOptions options =
                new QueryOptions(false, false, parameters == null ? null : new ArrayList<>(parameters));
        return shown(parameters == null ? job.query(sql) : job.query(sql, options));
    }

    static Object shown(Query query) throws Exception {
        QueryResult<Object> result = query.execute(10).get();
        return result.getSuccess() ? result.getData() : "refused: " + result.getError();
    }

    static void say(String about, Work work) {
        String answer;
        try {
            answer = String.valueOf(work.go());
        } catch (Throwable thrown) {
            Throwable cause = thrown;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            answer = "thrown: " + cause.getMessage();
        }
        System.out.println(about + "\t" + answer.replace('\n', ' '));
    }
}
